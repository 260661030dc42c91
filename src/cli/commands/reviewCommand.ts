import { Command } from 'commander';
import { reviewAddTitleCommand } from './review/addTitleCommand.ts';
import { reviewApproveCommand } from './review/approveCommand.ts';
import { reviewListCommand } from './review/listCommand.ts';
import { reviewMergeCommand } from './review/mergeCommand.ts';
import { reviewPinsCommand } from './review/pinsCommand.ts';
import { reviewRejectCommand } from './review/rejectCommand.ts';
import { reviewRemoveTitleCommand } from './review/removeTitleCommand.ts';
import { reviewShowCommand } from './review/showCommand.ts';
import { reviewUnmergeCommand } from './review/unmergeCommand.ts';
import { reviewUnpinCommand } from './review/unpinCommand.ts';

/** `catalog review list|show|approve|reject|merge|unmerge|pins|unpin|add-title|remove-title` */
export function reviewCommand(): Command {
  return new Command('review')
    .description('Decide about records that wait, make two anime one, and decide fields and titles')
    .addCommand(reviewListCommand())
    .addCommand(reviewShowCommand())
    .addCommand(reviewApproveCommand())
    .addCommand(reviewRejectCommand())
    .addCommand(reviewMergeCommand())
    .addCommand(reviewUnmergeCommand())
    .addCommand(reviewPinsCommand())
    .addCommand(reviewUnpinCommand())
    .addCommand(reviewAddTitleCommand())
    .addCommand(reviewRemoveTitleCommand());
}
