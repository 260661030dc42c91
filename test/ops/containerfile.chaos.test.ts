import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { freePort } from '../support/freePort.ts';
import { inherited } from '../support/runCatalog.ts';
import { until } from '../support/until.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Of the image without its base, which has 25 MB, and without the image's Node, which has 110. */
const MOST_MEGABYTES = 65;

/** What the image runs in: PID 1 of its own, the root read-only, as a user that nobody knows. */
const CONTAINER = `
root=$1; shift
mount --make-rprivate / && mount --bind "$root" "$root"
for folder in lib lib64 usr/lib etc dev; do
  [ -e "/$folder" ] && mkdir -p "$root/$folder" && mount --rbind "/$folder" "$root/$folder"
done
mkdir -p "$root/proc" && mount -t proc proc "$root/proc"
mount -o remount,ro,bind "$root"
exec chroot --userspec=65534:65534 "$root" "$@"
`;

interface Instruction {
  readonly name: string;
  readonly words: string;
}

/** One list of instructions for each stage. */
async function readStages(): Promise<readonly (readonly Instruction[])[]> {
  const lines = (await readFile(join(checkout, 'ops/Containerfile'), 'utf8')).split('\n');
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name, words] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === undefined || words === undefined) continue;
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, words });
  }
  return stages;
}

describeWith(['postgres', 'networkNamespaces'], 'ops/Containerfile, followed without a container runtime', () => {
  let folder: string;
  let root: string;
  let database: TestDatabase;
  let image: readonly Instruction[];
  beforeAll(async () => {
    database = await createTestDatabase({ template: 'empty' });
    folder = await mkdtemp(join(tmpdir(), 'catalog-image-'));
    root = join(folder, 'root');
    const [build = [], last = []] = await readStages();
    image = last;
    await follow(build);
    await assemble(last);
  }, 300_000);
  afterAll(async () => {
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  }, 30_000);

  const source = () => join(folder, 'src');

  /** The first stage, but for the tools, which are those of the checkout. */
  async function follow(stage: readonly Instruction[]): Promise<void> {
    await mkdir(source());
    for (const { name, words } of stage) {
      if (name === 'COPY' && words === '. .') await copyCheckout();
      else if (name === 'RUN' && words.startsWith('npm ci '))
        await symlink(join(checkout, 'node_modules'), join(source(), 'node_modules'));
      else if (name === 'RUN') await run('/bin/sh', ['-ec', words], { cwd: source(), env: inherited() });
    }
  }

  async function copyCheckout(): Promise<void> {
    const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: checkout, maxBuffer: 1e8 });
    const ignored = (await readFile(join(checkout, '.dockerignore'), 'utf8')).split('\n').filter((line) => line !== '');
    const files = stdout.split('\n').filter((path) => path !== '' && !/^(test|bench)\//.test(path));
    for (const path of files.filter((it) => !ignored.some((prefix) => it.startsWith(`${prefix}/`)))) {
      await mkdir(dirname(join(source(), path)), { recursive: true });
      await cp(join(checkout, path), join(source(), path)).catch(() => {});
    }
  }

  /** The last stage, over the libraries of this machine in place of the base's. */
  async function assemble(stage: readonly Instruction[]): Promise<void> {
    for (const { name, words } of stage.filter((it) => it.name === 'COPY')) {
      const [, from = '', to = ''] = /^--from=build (\S+) (\S+)$/.exec(words) ?? [];
      expect([name, from]).not.toContain('');
      const path = from.replace('/src', source());
      await mkdir(dirname(join(root, to)), { recursive: true });
      await cp(path, join(root, to), { recursive: true });
    }
    await mkdir(join(root, 'run/secrets'), { recursive: true });
    for (const [name, value] of [
      ['database-url', database.url],
      ['internal-token', 'the-internal-token-of-an-image'],
      ['cursor-secret', 'the-cursor-secret-of-a-test-service'],
      ['secrets-key', 'the-secrets-key-of-a-test-service-00'],
    ] as const) {
      await writeFile(join(root, 'run/secrets', name), `${value}\n`, { mode: 0o644 });
    }
  }

  const json = (name: string) => JSON.parse(image.find((it) => it.name === name)?.words ?? '[]') as string[];
  const settings = () =>
    Object.fromEntries(
      image
        .filter(({ name }) => name === 'ENV')
        .flatMap(({ words }) => words.split(' ').map((setting) => setting.split('=') as [string, string])),
    );

  it('needs no more than 200 MB with its base, and runs as an ordinary user', async () => {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile() && entry.name !== 'node')
      .map((entry) => join(entry.parentPath, entry.name));
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1e6).toBeLessThan(MOST_MEGABYTES);
    expect(image.find(({ name }) => name === 'USER')?.words).toMatch(/^[1-9]\d+:[1-9]\d+$/);
  });

  it('serves as PID 1 on a read-only root, and stops in order', async () => {
    const [port, internalPort] = [await freePort(), await freePort()];
    const child = spawn(
      'unshare',
      [
        '--mount',
        '--pid',
        '--fork',
        '--kill-child',
        '/bin/sh',
        '-ec',
        CONTAINER,
        'container',
        root,
        ...json('ENTRYPOINT'),
        ...json('CMD'),
      ],
      {
        env: {
          PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
          ...settings(),
          ...{ DATABASE_URL_FILE: '/run/secrets/database-url', INTERNAL_TOKEN_FILE: '/run/secrets/internal-token' },
          ...{ CURSOR_SECRET_FILE: '/run/secrets/cursor-secret', SECRETS_KEY_FILE: '/run/secrets/secrets-key' },
          ...{ PORT: String(port), INTERNAL_PORT: String(internalPort), STOP_GRACE_MS: '0', SEARCH: 'off' },
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text;
      });
    const exited = once(child, 'exit') as Promise<[number | null]>;
    try {
      const isReady = async () => {
        if (child.exitCode !== null) throw new Error(output);
        return (await fetch(`http://127.0.0.1:${internalPort}/readyz`).catch(() => null))?.ok === true;
      };
      await until(isReady, 40_000);
      expect((await fetch(`http://127.0.0.1:${port}/v1/anime`)).status).toBe(200);
      const [pid = ''] = (await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).split(' ');
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      expect(status).toMatch(/^NSpid:\s+\d+\s+1$/m);
      expect(status).toMatch(/^Uid:\s+65534\s/m);
      process.kill(Number(pid), 'SIGTERM');
      expect(await exited).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
    }
    expect(output).not.toContain('"level":"error"');
  }, 90_000);
});
