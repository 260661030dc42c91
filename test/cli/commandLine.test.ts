import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type Command, CommanderError } from 'commander';
import { UsageError } from '../../src/cli/failures.ts';
import { createProgram } from '../../src/cli/main.ts';

/** A command with those below it, each with its words behind `catalog`. */
function walk(command: Command, words: readonly string[] = []): { words: readonly string[]; command: Command }[] {
  const below = command.commands.flatMap((it) => walk(it, [...words, it.name()]));
  return [{ words, command }, ...below];
}

const commands = walk(createProgram()).map(({ words, command }) => ({ name: words.join(' '), words, command }));

/** Reads the words as the program does, in this process. */
async function read(words: readonly string[]): Promise<{ failure: unknown; stdout: string; stderr: string }> {
  const program = createProgram();
  const output = { stdout: '', stderr: '' };
  for (const { command } of walk(program)) {
    command.configureOutput({
      writeOut: (text) => {
        output.stdout += text;
      },
      writeErr: (text) => {
        output.stderr += text;
      },
    });
  }
  const failure = await program.parseAsync([...words], { from: 'user' }).then(
    () => null,
    (error: unknown) => error,
  );
  return { failure, ...output };
}

test('has every command that is there', () => {
  expect(commands.length).toBeGreaterThan(50);
  expect(commands.filter(({ command }) => command.description() === '').map(({ name }) => name)).toEqual([]);
});

test.each(commands)('helps: catalog $name --help', async ({ name, words }) => {
  const { failure, stdout, stderr } = await read([...words, '--help']);
  expect({ failure, stderr }).toEqual({ failure: expect.objectContaining({ exitCode: 0 }), stderr: '' });
  expect(stdout).toContain(`Usage: catalog ${name}`.trimEnd());
});

test.each(commands.filter(({ command }) => command.commands.length === 0))(
  'answers in JSON when asked to, and knows its options: catalog $name',
  async ({ words, command }) => {
    expect(command.options.map(({ long }) => long)).toContain('--json');
    const { failure, stderr } = await read([...words, '--jsno']);
    expect(failure).toBeInstanceOf(CommanderError);
    expect(stderr).toContain(`(catalog ${words.join(' ')} --help tells more)`);
  },
);

const leaves = commands.filter(({ command }) => command.commands.length === 0);

test.each(leaves)('shows under its help one use that it accepts: catalog $name', async ({ name, words }) => {
  const { stdout } = await read([...words, '--help']);
  const [, example = ''] = /\nExample:\n {2}catalog (.+)\n$/.exec(stdout) ?? [];
  expect(example).toMatch(new RegExp(`^${name}\\b`));
  const program = createProgram();
  for (const { command } of walk(program)) command.action(() => {});
  const given = [...example.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
  await program.parseAsync(given, { from: 'user' });
});

const ID = '0197f3a2-8c1e-7d3b-9f00-2b6a1c4d5e6f';

/** Wrong words by what is right. */
const wrong: Readonly<Record<string, readonly string[]>> = {
  'Usage: catalog ': [''],
  'Did you mean import?': ['imprt'],
  "unknown option '--frmat'": ['import x --frmat catalog'],
  "missing required argument 'file'": ['import'],
  'too many arguments': ['import a b'],
  'Allowed choices are': [
    'import records.ndjson --format csv',
    'review list --status lost',
    `review add-title ${ID} x --kind best`,
    'webhooks deliveries --status lost',
    'webhooks deliveries --kind anime.deleted',
    'users grant ann everything',
    'completion tcsh',
  ],
  'or the last 6 to 12 digits of one': ['review show 7', `apps quota ${ID.slice(-5)}`],
  'It must be a UUID': ['webhooks retry no-uuid', 'webhooks deliveries --event no-uuid'],
  'cannot be used with option': [`review approve ${ID} --new --into ${ID}`],
  'not specified': [`review merge ${ID}`, 'webhooks list', `keys create --app ${ID}`, 'webhooks listen'],
  'It must be a name': [`review reject ${ID} --reviewer \u0007`],
  'It must be a time with an explicit offset': [
    'audit --since yesterday',
    `webhooks retry --webhook ${ID} --failed-since yesterday`,
    `webhooks retry --webhook ${ID} --failed-since 2026-01-01T00:00:00`,
    `webhooks retry --webhook ${ID} --failed-since 2026-02-30T00:00:00Z`,
  ],
  'from 1 to 100.': ['webhooks deliveries --limit 101', 'webhooks deliveries --limit 0'],
  'the public part of the key alone': ['keys revoke cac_abc_def'],
  'such as http://localhost:8080/hook': ['webhooks listen --forward localhost:8080'],
  'not this machine': [
    'webhooks listen --forward http://192.168.0.7:8080',
    'webhooks listen --forward https://localhost.example.org',
  ],
  'It has credentials': ['webhooks listen --forward http://a:b@localhost'],
  'It has a query': ['webhooks listen --forward http://localhost/?'],
  'a position of the event log': ['webhooks listen --forward http://localhost:9 --after -1'],
  'It must be whsec_': ['webhooks listen --forward http://localhost:9 --secret hunter2'],
  'the origin of a service': ['webhooks listen --forward http://localhost:9 --url localhost:3000/v1'],
  'It must be 64 hexadecimal digits': ['import file --sha256 abc'],
  'percent from 0 to 100': ['import file --max-refused 101'],
  'seconds from 0 to 86400': ['import file --patience 86401'],
  'one of CURSOR_SECRET, SECRETS_KEY': ['secrets rotate PASSWORD'],
};

test.each(Object.entries(wrong).flatMap(([right, lines]) => lines.map((line) => [line, right])))(
  'refuses catalog %s: %s',
  async (line, right) => {
    const { failure, stdout, stderr } = await read(line.split(' ').filter((word) => word !== ''));
    expect(failure).toBeInstanceOf(CommanderError);
    expect(failure).not.toMatchObject({ exitCode: 0 });
    expect(stdout).toBe('');
    expect(stderr).toContain(right);
  },
);

test.each([
  ['import file --format dump --review', '--review and --dry-run are for the other formats'],
  ['import file --format dump --dry-run', '--review and --dry-run are for the other formats'],
  ['import bangumi-data --format catalog', 'in its own format'],
  ['tokens revoke', '--user or --jti'],
  ['tokens revoke --user ann --jti x', '--user or --jti'],
  ['webhooks retry', 'the id of a delivery, or both'],
  [`webhooks retry ${ID} --failed-since 2026-01-01T00:00:00Z`, 'the id of a delivery, or both'],
  [`webhooks retry --failed-since 2026-01-01T00:00:00Z`, 'the id of a delivery, or both'],
])('refuses options that contradict each other: catalog %s', async (line, right) => {
  const { failure } = await read(line.split(' '));
  expect(failure).toBeInstanceOf(UsageError);
  expect(failure).toMatchObject({ message: expect.stringContaining(right) });
});

test.each([
  ['a file that is not there', ['import', 'test/nothing.ndjson']],
  ['a folder for a file', ['import', 'test']],
])('refuses %s', async (_, words) => {
  expect(await read(words)).toEqual({ failure: expect.any(UsageError), stdout: '', stderr: '' });
});

test.each(['file', './link'])('refuses --rejects %s, which would empty its input', async (rejects) => {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-rejects-'));
  const at = (name: string) => join(folder, name);
  try {
    await writeFile(at('file'), 'records');
    await symlink('file', at('link'));
    const { failure } = await read(['import', at('file'), '--rejects', at(rejects)]);
    expect(failure).toBeInstanceOf(UsageError);
    expect(failure).toMatchObject({ message: expect.stringContaining('is the file to import') });
    expect(await readFile(at('file'), 'utf8')).toBe('records');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each(['0', '59', '43201', '1e3'])('says how long a token may work, of --ttl %s', async (ttl) => {
  const { failure, stderr } = await read(['tokens', 'issue', '--user', 'ann', '--scope', 'anime.read', '--ttl', ttl]);
  expect(failure).toBeInstanceOf(CommanderError);
  expect(stderr).toContain('seconds from 60 to 43200');
});
