import { Command } from 'commander';
import { reviewApproveCommand } from './review/approveCommand.ts';
import { reviewListCommand } from './review/listCommand.ts';
import { reviewMergeCommand, reviewUnmergeCommand } from './review/mergeCommand.ts';
import { reviewOpenCommand } from './review/openCommand.ts';
import { reviewPinsCommand, reviewUnpinCommand } from './review/pinCommands.ts';
import { reviewRejectCommand } from './review/rejectCommand.ts';
import { reviewShowCommand } from './review/showCommand.ts';
import { reviewAddTitleCommand, reviewRemoveTitleCommand } from './review/titleCommands.ts';

/** `catalog review open|list|show|approve|reject|merge|unmerge|pins|unpin|add-title|remove-title` */
export function reviewCommand(): Command {
  return new Command('review')
    .description('Review pending records, merge anime, and decide fields and titles')
    .addCommand(reviewOpenCommand())
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
