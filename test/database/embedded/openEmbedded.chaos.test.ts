// Proves that the embedded database loses nothing acknowledged by kills or a full disk, and leaves alone what is not its own.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { LEAST_ROOM_BYTES } from '../../../src/database/embedded/diskRoom.ts';
import { migrate } from '../../../src/database/migrations/migrate.ts';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { copyEmbedded } from '../../support/copyEmbedded.ts';
import { describeWith } from '../../support/describeWith.ts';

jest.setTimeout(120_000);

const writeDatabase = fileURLToPath(new URL('writeDatabase.ts', import.meta.url));

let dataDir: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'catalog-test-'));
  await copyEmbedded(dataDir);
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await rm(dataDir, { recursive: true });
});

/** A process that writes until it is killed, and the names that it has acknowledged, a line each. */
function startWriter() {
  const child = spawn(process.execPath, ['--import', 'tsx', writeDatabase, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  children.push(child);
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  return {
    lines,
    async writes(count: number) {
      while (lines.length < count && child.stdout.readable) await sleep(5);
    },
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

test('no acknowledged row is lost, and no half transaction kept, when the writer is killed', async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const writer = startWriter();
    await writer.writes(100);
    await writer.kill();
    acknowledged.push(...writer.lines);
  }
  const database = await openDatabase({ dataDir });
  const rows = await database.client.serviceState.findMany();
  await database.close();
  const there = new Set(rows.map((it) => it.name).filter((name) => /:[12]$/.test(name)));
  expect(acknowledged.filter((it) => !there.has(`${it}:1`) || !there.has(`${it}:2`))).toEqual([]);
  expect(there.size % 2).toBe(0);
  expect(acknowledged.length).toBeGreaterThanOrEqual(200);
});

describe('a folder', () => {
  test('is made for its user alone, its socket too, by the PostgreSQL that we say is inside', async () => {
    const own = join(dataDir, 'new', 'data');
    const database = await openDatabase({ dataDir: own });
    const socket = join(own, '.s.PGSQL.5432');
    const modes = await Promise.all([own, socket].map(async (it) => (await stat(it)).mode & 0o777));
    const rows = await database.client.$queryRaw`SELECT current_setting('server_version_num')::int / 10000 AS major`;
    await database.close();
    expect(modes).toEqual([0o700, 0o600]);
    expect(rows).toEqual([{ major: Number(await readFile(join(own, 'database', 'PG_VERSION'), 'utf8')) }]);
    await expect(stat(socket)).rejects.toMatchObject({ code: 'ENOENT' });
    await chmod(join(own, 'database'), 0o755);
    await (await openDatabase({ dataDir: own })).close();
    expect((await stat(join(own, 'database'))).mode & 0o777).toBe(0o700);
  });

  test('with a path too long for a socket opens all the same', async () => {
    const long = join(dataDir, 'x'.repeat(120));
    await copyEmbedded(long);
    const database = await openDatabase({ dataDir: long });
    expect(await database.client.source.count()).toBeGreaterThan(0);
    await database.close();
  });

  test('whose making was interrupted is made anew', async () => {
    await writeFile(join(dataDir, 'database.unfinished'), '');
    await rm(join(dataDir, 'database', 'global'), { recursive: true });
    const database = await openDatabase({ dataDir });
    expect(await migrate(database)).not.toEqual([]);
    await database.close();
    await expect(stat(join(dataDir, 'database.unfinished'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test("that holds somebody's own files is left alone", async () => {
    const own = join(dataDir, 'own');
    await mkdir(join(own, 'database'), { recursive: true });
    await writeFile(join(own, 'database', 'thesis.txt'), 'years of work');
    await expect(openDatabase({ dataDir: own })).rejects.toMatchObject({
      code: 'data_dir_unusable',
      message: expect.stringContaining('holds something else'),
    });
    expect(await readFile(join(own, 'database', 'thesis.txt'), 'utf8')).toBe('years of work');
    const below = openDatabase({ dataDir: join(own, 'database', 'thesis.txt', 'data') });
    await expect(below).rejects.toMatchObject({ code: 'data_dir_unusable' });
  });

  test("of another PostgreSQL's, or damaged, is one line, left alone, and can be opened once it is restored", async () => {
    const inside = join(dataDir, 'database');
    for (const [file, content, code, message] of [
      ['PG_VERSION', '19\n', 'data_dir_incompatible', 'written by PostgreSQL 19, this version embeds 18'],
      [join('global', 'pg_control'), '', 'data_dir_damaged', inside],
    ] as const) {
      const before = await readFile(join(inside, file));
      await writeFile(join(inside, file), content);
      const told = expect.stringContaining(message);
      await expect(openDatabase({ dataDir })).rejects.toMatchObject({ code, message: told });
      await writeFile(join(inside, file), before);
    }
    await (await openDatabase({ dataDir })).close();
  });
});

describeWith(['mounts'], 'a disk that is full', () => {
  test('refuses a transaction that fills it while it runs, and writes, answers reads, and writes again once there is room', async () => {
    const full = await mkdtemp(join(tmpdir(), 'catalog-full-'));
    const resize = (bytes: number) => execFileSync('mount', ['-o', `remount,size=${bytes}`, full]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1g', 'tmpfs', full]);
    try {
      await copyEmbedded(full);
      const { blocks, bfree, bsize } = await statfs(full);
      resize((blocks - bfree) * bsize + LEAST_ROOM_BYTES + 20_000_000);
      const database = await openDatabase({ dataDir: full });
      const write = () => database.client.serviceState.create({ data: { name: randomUUID(), value: 1 } });
      await write();
      const fill = database.session(async (connection) => {
        await connection.query('BEGIN');
        await connection.query('CREATE TABLE filler (text text)');
        for (;;) {
          await connection.query('INSERT INTO filler SELECT repeat(md5(i::text), 30) FROM generate_series(1, 200) i');
        }
      });
      await expect(fill).rejects.toThrow('read-only transaction');
      const writes = async () => {
        for (;;) {
          await write();
          await database.query({ text: "SELECT pg_logical_emit_message(true, '', repeat('x', 1000000))" });
          await sleep(20);
        }
      };
      await expect(writes()).rejects.toThrow('read-only transaction');
      expect(await database.client.serviceState.count()).toBeGreaterThan(1);
      resize(1_000_000_000);
      while ((await write().catch(() => null)) === null) await sleep(20);
      await database.close();
    } finally {
      execFileSync('umount', ['--lazy', full]);
      await rm(full, { recursive: true });
    }
  });

  test('is told at the first start, not taken for a damaged database', async () => {
    const full = await mkdtemp(join(tmpdir(), 'catalog-full-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200k', 'tmpfs', full]);
    try {
      await expect(openDatabase({ dataDir: full })).rejects.toMatchObject({
        code: 'data_dir_unusable',
        message: expect.stringMatching(/^DATA_DIR: the disk of .* has 0 MB left, and .* needs 67 MB: make room/),
      });
    } finally {
      // The engine that failed to start holds its files.
      execFileSync('umount', ['--lazy', full]);
      await rm(full, { recursive: true });
    }
  });
});
