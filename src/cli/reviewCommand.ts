import { Command } from 'commander';
import { reviewApproveCommand } from './review/approveCommand.ts';
import { reviewListCommand } from './review/listCommand.ts';
import { reviewMergeCommand } from './review/mergeCommand.ts';
import { reviewRejectCommand } from './review/rejectCommand.ts';
import { reviewShowCommand } from './review/showCommand.ts';

/** `catalog review list|show|approve|reject|merge` */
export function reviewCommand(): Command {
  return new Command('review')
    .description('Decide about records that wait, and make two anime one')
    .addCommand(reviewListCommand())
    .addCommand(reviewShowCommand())
    .addCommand(reviewApproveCommand())
    .addCommand(reviewRejectCommand())
    .addCommand(reviewMergeCommand());
}
