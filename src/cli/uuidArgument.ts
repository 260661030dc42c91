import { InvalidArgumentError } from 'commander';

/** Reads an id of the command line. */
export function uuidArgument(value: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return value.toLowerCase();
  throw new InvalidArgumentError('It must be a UUID such as 0197f3a2-8c1e-7d3b-9f00-2b6a1c4d5e6f.');
}
