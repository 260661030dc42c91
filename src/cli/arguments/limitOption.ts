import { InvalidArgumentError, Option } from 'commander';

/** `--limit`, 25 when left out. */
export function limitOption(largest: number): Option {
  const read = (value: string): number => {
    if (/^[1-9]\d{0,5}$/.test(value) && Number(value) <= largest) return Number(value);
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${largest}.`);
  };
  return new Option('--limit <n>', `how many, 1–${largest}`).argParser(read).default(25);
}
