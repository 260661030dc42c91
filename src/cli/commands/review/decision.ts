import { type Command, InvalidArgumentError, Option } from 'commander';
import { visibleLine } from '../../../visibleText.ts';

/** The options of every reviewer's decision. */
export interface DecisionOptions {
  readonly reason?: string;
  readonly reviewer?: string;
  readonly json?: true;
}

/** Adds `--reason` and `--reviewer`. */
export function withDecisionOptions(command: Command): Command {
  return command
    .addOption(new Option('--reason <text>', 'the reason, kept with the decision'))
    .addOption(
      new Option('--reviewer <name>', 'the reviewer (default: the user of this computer)').argParser(reviewerName),
    );
}

/** A name on the command line. */
export function reviewerName(value: string): string {
  const name = value.trim();
  if (name !== '' && name.length <= 200 && !/\p{C}/u.test(name)) return name;
  throw new InvalidArgumentError('It must be a name of at most 200 characters without control characters.');
}

/** The members of a decision's input; absent ones stay absent. */
export function decisionInput({ reason, reviewer }: DecisionOptions): { reason?: string; reviewer?: string } {
  return { ...(reason === undefined ? {} : { reason }), ...(reviewer === undefined ? {} : { reviewer }) };
}

/** The line about a changed decision of an anime. */
export function decisionText(
  what: string,
  { anime, events }: { readonly anime: { readonly id: string; readonly title: string }; readonly events: number },
): string {
  return visibleLine(
    `${what}: ${anime.title} (${anime.id}); ${events} ${events === 1 ? 'event' : 'events'} published.`,
  );
}
