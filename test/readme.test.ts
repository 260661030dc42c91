import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Command } from 'commander';
import { createProgram } from '../src/cli/main.ts';
import { KNOWN_VARIABLES } from '../src/configuration/variables.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('continuous integration runs every test, as the README says', () => {
  const [, command = 'none'] = /^readonly test_command='(.+)'$/m.exec(read('.ci/run')) ?? [];
  expect(command).toBe('npm ci && npm run test:all');
  expect(read('README.md')).toContain('`npm run test:all`');
});

test('the variables of the first day are ten that there are', () => {
  const rows = [...read('README.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(rows).toHaveLength(10);
  expect(rows.filter((name) => !KNOWN_VARIABLES.includes(name ?? ''))).toEqual([]);
});

test('the list of commands has each of the command line', () => {
  const lines = read('README.md').match(/^bin\/catalog .*$/gm) ?? [];
  const isListed = (words: readonly string[]) => {
    const [parent, name] = [['bin/catalog', ...words.slice(0, -1)].join(' '), words.at(-1)];
    const choice = new RegExp(`(?:^${parent}|\\|) ${name}(?: |$)`);
    return lines.some((line) => line.startsWith(`${parent} `) && choice.test(line));
  };
  const leaves = (command: Command, words: readonly string[]): (readonly string[])[] =>
    command.commands.length === 0 ? [words] : command.commands.flatMap((it) => leaves(it, [...words, it.name()]));
  const all = leaves(createProgram(), []);
  expect(all.length).toBeGreaterThan(30);
  expect(all.filter((words) => !isListed(words))).toEqual([]);
});
