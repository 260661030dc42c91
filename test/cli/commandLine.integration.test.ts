import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { bashCompletion, fishCompletion, zshCompletion } from '../../src/cli/commands/completion.ts';
import { createProgram } from '../../src/cli/main.ts';
import { freePort } from '../support/freePort.ts';
import { catalogCommand, inherited, runCatalog } from '../support/runCatalog.ts';
import { runInProcess } from '../support/runInProcess.ts';

/** Every step starts the command anew. */
jest.setTimeout(180_000);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-command-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** A folder without a service, on ports where none answers. */
async function environment(): Promise<Record<string, string>> {
  return {
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    INTERNAL_PORT: String(await freePort()),
  };
}

// What the commands accept and refuse is tested in this process (commandLine.test.ts).
describe('the command line', () => {
  test.each([
    ['an unknown option', ['sources', 'list', '--nope'], "unknown option '--nope'"],
    ['a missing argument', ['import'], "missing required argument 'file'"],
  ])('with --json refuses %s in JSON', async (_, command, message) => {
    const { status, stdout, stderr } = await runInProcess([...command, '--json']);
    expect({ status, answer: JSON.parse(stdout) }).toEqual({
      status: 2,
      answer: { error: { code: 'wrong_usage', message } },
    });
    expect(stderr).toContain(message);
  });

  test('tells in one line that standard output takes nothing', () => {
    const script = '"$0" "$1" --help >/dev/full';
    const { status, stderr } = spawnSync('sh', ['-c', script, process.execPath, catalogCommand], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^catalog: cannot write to standard output: ENOSPC[^\n]*\n$/),
    });
  });

  test('reads a pipe by its name, once', async () => {
    const pipe = join(folder, 'pipe');
    spawnSync('mkfifo', [pipe]);
    const variables = { ...(await environment()), INTERNAL_TOKEN: 'a-token-of-sixteen' };
    const twice = await runCatalog(['import', pipe, '--max-refused', '5'], { environment: variables });
    expect([twice.status, twice.stderr]).toEqual([2, expect.stringContaining(`${pipe} is read only once`)]);
    const { status, stdout } = await runCatalog(['import', pipe, '--json'], {
      environment: variables,
      whileRunning: () => writeFile(pipe, '{"type":"anime"}\n'),
    });
    expect({ status, answer: JSON.parse(stdout) }).toMatchObject({
      status: 1,
      answer: { error: { code: 'server_unreachable' } },
    });
  });

  test.each([[['import', '-']], [['review', 'list']]])('without a service fails with status 1: %j', async (command) => {
    const missing = await runInProcess([...command, '--json'], { environment: await environment() });
    expect(missing.status).toBe(1);
    expect(JSON.parse(missing.stdout)).toMatchObject({ error: { code: 'no_token' } });
    expect(missing.stderr).toContain('internal-token');
  });

  test('tells a wrong variable by its name with status 2', async () => {
    for (const command of [['sources', 'list'], ['migrate']]) {
      const { status, stderr } = await runInProcess(command, { environment: { INTERNAL_PORT: 'four' } });
      expect(status).toBe(2);
      expect(stderr).toMatch(/^catalog: INTERNAL_PORT is "four"/);
    }
  });
});

describe('catalog doctor without a service', () => {
  test('examines the machine and says what to do', async () => {
    const { status, stdout } = await runInProcess(['doctor', '--json'], { environment: await environment() });
    expect(status).toBe(1);
    const { items } = JSON.parse(stdout) as { items: { name: string; status: string; remedy: string | null }[] };
    expect(items.filter((item) => item.status === 'failed')).toEqual([
      expect.objectContaining({ name: 'service', remedy: expect.stringContaining('npm start') }),
    ]);
    expect(items.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['configuration', 'data folder', 'internal port', 'public port', 'database']),
    );
  });

  test('says of a service that refuses the token neither to start it nor to stop what listens', async () => {
    const server = createServer((_, response) => response.writeHead(401).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const variables = { ...(await environment()), INTERNAL_PORT: String(port), INTERNAL_TOKEN: 'another-token' };
      const { stdout } = await runInProcess(['doctor'], { environment: variables });
      expect(stdout).toMatch(/failed +service +The server refused the internal token/);
      expect(stdout).not.toMatch(/npm start|Stop the process/);
    } finally {
      server.close();
    }
  });

  test('needs no folder where nothing is written, as in a container, and examines the port of metrics', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const variables = {
        ...(await environment()),
        DATA_DIR: `${fileURLToPath(import.meta.url)}/data`,
        DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/nothing',
        METRICS_PORT: String((server.address() as AddressInfo).port),
        ...{ INTERNAL_TOKEN: 'a-token-of-sixteen', CURSOR_SECRET: 'x'.repeat(43), SECRETS_KEY: 'y'.repeat(43) },
      };
      const { stdout } = await runInProcess(['doctor', '--json'], { environment: variables });
      const { items } = JSON.parse(stdout) as { items: { name: string; status: string }[] };
      const failed = items.filter((item) => item.status === 'failed').map(({ name }) => name);
      expect(failed).toEqual(['service', 'metrics port', 'database']);
    } finally {
      server.close();
    }
  });
});

describe('a start that fails', () => {
  const start = (environment: Readonly<Record<string, string>>) =>
    runCatalog(['serve'], {
      environment: { DATA_DIR: join(folder, 'data'), PORT: '0', INTERNAL_PORT: '0', ...environment },
    });
  const away = {
    DATABASE_URL: 'postgresql://catalog:hunter2hunter2@127.0.0.1:1/catalog',
    START_PATIENCE_S: '0',
  };

  test('is a line of JSON in a log of JSON', async () => {
    const { status, stdout, stderr } = await start({ ...away, START_PATIENCE_S: '1' });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^catalog: [^\n]+\n$/)]);
    const lines = stdout.trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      ...{ level: 'fatal', code: 'cannot_start' },
      msg: expect.stringMatching(/^the service did not start: DATABASE_URL: no PostgreSQL at .*START_PATIENCE_S/),
    });
    expect(stdout + stderr).not.toContain('hunter2');
  });

  test('names each variable that is wrong, on standard error and in the log, without a stack', async () => {
    const { status, stdout, stderr } = await start({ PORT: 'x', SEARCH: 'no' });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^catalog: PORT [^\n]+\nSEARCH [^\n]+\n$/)]);
    const logged = JSON.parse(stdout) as object;
    const msg = expect.stringMatching(/^the service did not start: PORT .+; SEARCH /);
    expect(logged).toMatchObject({ level: 'fatal', code: 'wrong_configuration', msg });
    expect(logged).not.toHaveProperty('err');
  });

  test('is no line of a log of text, nor of a silent one', async () => {
    const text = await start({ ...away, LOG_FORMAT: 'text' });
    expect([text.status, text.stdout, text.stderr]).toEqual([1, '', expect.stringMatching(/^catalog: DATABASE_URL/)]);
    const silent = await start({ ...away, LOG_LEVEL: 'silent' });
    expect([silent.status, silent.stdout, silent.stderr]).toEqual([1, '', text.stderr]);
  });
});

test('a terminal shows states in colours, unless NO_COLOR is set', async () => {
  const shown = (environment: Record<string, string>) =>
    spawnSync('script', ['--quiet', '--command', `"${process.execPath}" "${catalogCommand}" doctor`, '/dev/null'], {
      env: { ...inherited(), SHELL: '/bin/sh', TERM: 'xterm', DATA_DIR: join(folder, 'data'), ...environment },
      encoding: 'utf8',
    }).stdout;
  expect(shown({})).toContain('\u001b[31mfailed  \u001b[39m ');
  expect(shown({ NO_COLOR: '1' })).not.toContain('\u001b');
});

/** What bash offers behind these words, of which the last is half-typed. */
function offered(...words: readonly string[]): string[] {
  const quoted = ['catalog', ...words].map((word) => `'${word}'`).join(' ');
  const script = `${bashCompletion(createProgram())}
COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _catalog; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc'], { input: script, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

describe('completion', () => {
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
});
