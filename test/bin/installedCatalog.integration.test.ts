import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { version } from '../../src/base/version.ts';
import { catalogCommand, inherited } from '../support/runCatalog.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A folder with our bin and the packages, as an installation has it; each test adds to what the one before left. */
let installation: string;
beforeAll(async () => {
  installation = await mkdtemp(join(tmpdir(), 'catalog-installation-'));
  await cp(join(root, 'bin'), join(installation, 'bin'), { recursive: true });
  await cp(join(root, 'package.json'), join(installation, 'package.json'));
  await symlink(join(root, 'node_modules'), join(installation, 'node_modules'));
});
afterAll(() => rm(installation, { recursive: true, force: true }));

function run(...words: string[]): Promise<{ status: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      join(installation, 'bin/catalog'),
      words,
      { env: { ...inherited(), PORT: '0', INTERNAL_PORT: '0', DATA_DIR: join(installation, 'data') } },
      (error, stdout, stderr) => resolve({ status: error?.code ?? 0, stdout, stderr }),
    );
  });
}

/** Those of the build, with the sources that went into each. */
async function readModules() {
  const dist = join(root, 'dist');
  const names = (await readdir(dist)).filter((name) => name.endsWith('.js'));
  expect(names).not.toEqual([]);
  return await Promise.all(
    names.map(async (name) => {
      const [text, map] = await Promise.all(['', '.map'].map((end) => readFile(join(dist, name + end), 'utf8')));
      return { name, text: String(text), sources: JSON.parse(String(map)).sources as readonly string[] };
    }),
  );
}

describe('bin/catalog', () => {
  it('may be run by everybody', async () => {
    expect((await stat(catalogCommand)).mode & 0o777).toBe(0o755);
  });

  it('says in one line what to do when nothing is built', async () => {
    const { status, stdout, stderr } = await run('--version');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(
      /^catalog: .*dist\/catalog\.js is missing: run "npm run build" in .*catalog-installation-.*\n$/,
    );
  });

  it('runs the dist/ that lies beside it', async () => {
    await cp(join(root, 'dist'), join(installation, 'dist'), { recursive: true });
    expect(await run('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('holds nothing of the checkout that built it', async () => {
    const found = await new Promise<string>((resolve) => {
      execFile('grep', ['-rlF', root, join(installation, 'dist')], (_error, stdout) => resolve(stdout));
    });
    expect(found).toBe('');
  });

  it('names the source in the stack of an error', async () => {
    // The folder of migrations cannot be read: an error that nobody expects.
    await rm(join(installation, 'dist/migrations'), { recursive: true, force: true });
    const { status, stderr } = await run('migrate');
    expect(status).toBe(1);
    expect(stderr).toMatch(/src[/\\]database[/\\][\w/\\]+\.ts:\d+/);
  });

  it('reads no source map in a process that serves', async () => {
    const { status, stdout } = await run('serve');
    expect(status).toBe(1);
    expect(stdout).toMatch(/dist[/\\][\w-]+\.js:\d+/);
    expect(stdout).not.toMatch(/\.ts:\d+/);
  });

  it("asserts only in Elasticsearch's client, with messages: without one Node parses the file that called it", async () => {
    const asserting = (await readModules()).filter(({ text }) => /["'](?:node:)?assert(?:\/strict)?["']/.test(text));
    expect(asserting.map(({ text }) => text.includes('please file a bug report'))).toEqual([true]);
  });

  it('loads the packages of OpenTelemetry, but for what a client of Elasticsearch brings, with openTracing alone, which waits for an endpoint', async () => {
    const modules = await readModules();
    const isTracing = (source: string) =>
      /@opentelemetry\/(?!api\/|core\/|semantic-conventions\/)|telemetry\/openTracing\.ts$/.test(source);
    const tracing = modules.filter(({ sources }) => sources.some(isTracing)).map(({ name }) => name);
    expect(tracing).toContainEqual(expect.stringMatching(/^openTracing-/));
    const others = modules.filter(({ name }) => !tracing.includes(name));
    const imported = others.flatMap(({ text }) =>
      [...text.matchAll(/(?:from|import) ?"\.\/([\w-]+\.js)"/g)].map(([, name]) => name),
    );
    expect(imported.length).toBeGreaterThan(others.length);
    expect(imported.filter((name) => tracing.includes(String(name)))).toEqual([]);
  });
});
