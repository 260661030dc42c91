import { InvalidArgumentError } from 'commander';
import { parseInstant } from '../../graph/model/time.ts';

/** An instant on the command line, in UTC with milliseconds. */
export function instantArgument(value: string): string {
  const instant = parseInstant(value);
  if (instant === null)
    throw new InvalidArgumentError('It must be a time with an explicit offset such as 2027-01-31T00:00:00Z.');
  return instant.toISOString();
}
