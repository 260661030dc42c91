import { Option } from 'commander';

/** `--json`, which every command has. */
export function jsonOption(): Option {
  return new Option('--json', 'print the result as one line of JSON');
}
