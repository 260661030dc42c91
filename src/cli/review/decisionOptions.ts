import { type Command, Option } from 'commander';

/** What every decision of a reviewer may say. */
export interface DecisionOptions {
  readonly reason?: string;
  readonly reviewer?: string;
  readonly json?: true;
}

/** Adds `--reason` and `--reviewer`. */
export function withDecisionOptions(command: Command): Command {
  return command
    .addOption(new Option('--reason <text>', 'why, kept with the decision'))
    .addOption(new Option('--reviewer <name>', 'who decides (default: the user of this computer)'));
}

/** The members of a decision's input; absent ones stay absent. */
export function decisionInput({ reason, reviewer }: DecisionOptions): { reason?: string; reviewer?: string } {
  return { ...(reason === undefined ? {} : { reason }), ...(reviewer === undefined ? {} : { reviewer }) };
}
