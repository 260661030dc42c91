import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Command } from 'commander';
import { createProgram } from '../src/cli/main.ts';
import { KNOWN_VARIABLES } from '../src/configuration/environment.ts';
import { FILE_VARIABLES } from '../src/configuration/secretFiles.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('continuous integration runs every test, as the README says', () => {
  const [, command = 'none'] = /^readonly test_command='(.+)'$/m.exec(read('.ci/run')) ?? [];
  expect(command).toBe('npm ci && npm run test:all');
  expect(read('README.md')).toContain('`npm run test:all`');
});

const inTable = KNOWN_VARIABLES.filter((name) => name !== 'NODE_ENV' && !FILE_VARIABLES.includes(name));

test.each(inTable)('the table of variables holds %s', (name) => {
  const rows = read(name.startsWith('OTEL_') ? 'docs/operations.md' : 'README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1]);
  expect(rows.join()).toContain(`\`${name}\``);
});

test('the variables that may stand in files are named', () => {
  const [, named = ''] = /^(`INTERNAL_TOKEN`, [\s\S]*?) may stand in files/m.exec(read('README.md')) ?? [];
  const names = [...named.matchAll(/`(\w+)`/g)].map(([, name]) => `${name}_FILE`);
  expect(names).toEqual(FILE_VARIABLES);
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
