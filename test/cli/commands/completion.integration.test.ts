import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { bashCompletion, fishCompletion, zshCompletion } from '../../../src/cli/commands/completion.ts';
import { createProgram } from '../../../src/cli/main.ts';

/** What bash offers behind these words, of which the last is half-typed. */
function offered(...words: readonly string[]): string[] {
  const quoted = ['catalog', ...words].map((word) => `'${word}'`).join(' ');
  const script = `${bashCompletion(createProgram())}
COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _catalog; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc'], { input: script, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

test('bash completes commands, options, and values of which there is a choice', () => {
  expect(offered('')).toEqual(
    createProgram()
      .commands.map((command) => command.name())
      .concat('--version', '--help'),
  );
  expect(offered('rev')).toEqual(['review']);
  expect(offered('review', 'un')).toEqual(['unmerge', 'unpin']);
  expect(offered('review', 'approve', '--')).toEqual(expect.arrayContaining(['--into', '--new', '--json', '--help']));
  expect(offered('review', 'list', '--status', '')).toEqual(expect.arrayContaining(['pending', 'all']));
  expect(offered('--json', 'review', 'list', '--status', 'pend')).toEqual(['pending']);
  expect(offered('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
  expect(offered('nothing', 'rev')).toEqual(['review']);
});

test('zsh runs the completion of bash; fish has a line for each command', () => {
  const program = createProgram();
  expect(zshCompletion(program)).toContain(`bashcompinit\n${bashCompletion(program)}`);
  const lines = fishCompletion(program).split('\n');
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^complete -c catalog -n '__fish_seen_subcommand_from review; and __fish_seen_subcommand_from list' -a '--status /,
    ),
  );
  expect(lines.filter((line) => !/^complete -c catalog -n '[\w; -]+' -a '[\w. -]+'$/.test(line))).toEqual([]);
});
