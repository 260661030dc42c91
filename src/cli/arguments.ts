import { InvalidArgumentError, Option } from 'commander';
import { parseInstant } from '../graph/model/time.ts';
import { parseUuid } from '../graph/model/uuid.ts';
import type { IdKind } from '../graph/model/vocabulary.ts';

/** An instant on the command line, in UTC with milliseconds. */
export function instantArgument(value: string): string {
  const instant = parseInstant(value);
  if (instant !== null) return instant.toISOString();
  throw new InvalidArgumentError('It must be a time with an explicit offset such as 2027-01-31T00:00:00Z.');
}

export function uuidArgument(value: string): string {
  const uuid = parseUuid(value);
  if (uuid !== null) return uuid;
  throw new InvalidArgumentError('It must be a UUID such as 0197f3a2-8c1e-7d3b-9f00-2b6a1c4d5e6f.');
}

/** The last digits of an id, which `answering` makes whole before the command runs. */
export class ShortId {
  readonly kinds: readonly IdKind[];
  readonly digits: string;

  constructor(kinds: readonly IdKind[], digits: string) {
    this.kinds = kinds;
    this.digits = digits;
  }
}

/** Parses an id of such an object: a UUID, or its last digits, as `catalog review list` prints them. */
export function idArgument(...kinds: readonly IdKind[]): (value: string) => string | ShortId {
  return (value) => {
    const uuid = parseUuid(value);
    if (uuid !== null) return uuid;
    if (/^[0-9a-f]{6,12}$/i.test(value)) return new ShortId(kinds, value.toLowerCase());
    throw new InvalidArgumentError(
      'It must be a UUID such as 0197f3a2-8c1e-7d3b-9f00-2b6a1c4d5e6f, or the last 6 to 12 digits of one.',
    );
  };
}

/** Whole seconds, up to a day; 0 is none. */
export function secondsArgument(value: string): number {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 86_400) return Number(value);
  throw new InvalidArgumentError('It must be a whole number of seconds from 0 to 86400.');
}

/** `--limit`, 25 when left out. */
export function limitOption(largest: number): Option {
  const read = (value: string): number => {
    if (/^[1-9]\d{0,5}$/.test(value) && Number(value) <= largest) return Number(value);
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${largest}.`);
  };
  return new Option('--limit <n>', `how many, 1–${largest}`).argParser(read).default(25);
}

/** `--json`, which every command has. */
export function jsonOption(): Option {
  return new Option('--json', 'print the result as one line of JSON');
}
