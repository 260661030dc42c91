import { InvalidArgumentError } from 'commander';

/** An instant on the command line, as RFC 3339 in UTC. */
export function instantArgument(value: string): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value))) {
    return new Date(value).toISOString();
  }
  throw new InvalidArgumentError('It must be a time such as 2027-01-31T00:00:00Z.');
}
