import { Option } from 'commander';
import { idArgument } from '../../arguments.ts';

/** `--webhook ID` */
export function webhookOption(): Option {
  return new Option('--webhook <id>', 'only of this webhook').argParser(idArgument('webhook'));
}
