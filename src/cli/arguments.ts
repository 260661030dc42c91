import { InvalidArgumentError, Option } from 'commander';

/** Whole seconds, up to a day; 0 is none. */
export function secondsArgument(value: string): number {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 86_400) return Number(value);
  throw new InvalidArgumentError('It must be a whole number of seconds from 0 to 86400.');
}

/** `--json`, which every command has. */
export function jsonOption(): Option {
  return new Option('--json', 'print the result as one line of JSON');
}
