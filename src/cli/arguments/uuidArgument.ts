import { InvalidArgumentError } from 'commander';
import { parseUuid } from '../../graph/model/uuid.ts';

/** Reads an id of the command line. */
export function uuidArgument(value: string): string {
  const uuid = parseUuid(value);
  if (uuid !== null) return uuid;
  throw new InvalidArgumentError('It must be a UUID such as 0197f3a2-8c1e-7d3b-9f00-2b6a1c4d5e6f.');
}
