import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { shippedFolders } from '../../../src/base/shippedFolders.ts';
import type { Database } from '../../../src/database/database.ts';
import { migrate } from '../../../src/database/migrations/migrate.ts';
import { pendingMigrations } from '../../../src/database/migrations/migrationHistory.ts';

const first = `CREATE TABLE one (id int);
CREATE FUNCTION two() RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  -- A semicolon; in a body, and 'quotes'
  RETURN 2;
END $$;
INSERT INTO one SELECT two();`;
const second = 'ALTER TABLE one ADD COLUMN name text;';

/**
 * @param opened a database whose tables these tests may drop; none may be in use elsewhere
 * @param embedded whether it is the embedded one, of which only what the server does is tried: the rest is the same code
 */
export function describeMigrations(opened: () => Database, embedded: boolean): void {
  describe('migrations', () => {
    let database: Database;
    let folder: string;

    beforeEach(async () => {
      database = opened();
      await database.session((it) => it.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));
      folder = await mkdtemp(join(tmpdir(), 'migrations-'));
      await write('1_first', first);
    });
    afterEach(async () => {
      for (const made of [folder, `${folder}-some`]) await rm(made, { recursive: true, force: true });
    });

    async function write(name: string, sql: string): Promise<void> {
      await mkdir(join(folder, name), { recursive: true });
      await writeFile(join(folder, name, 'migration.sql'), sql);
    }
    /** A folder with some of the migrations. */
    const onlyThe = async (names: readonly string[]) => {
      const some = `${folder}-some`;
      for (const name of names) await cp(join(folder, name), join(some, name), { recursive: true });
      return some;
    };
    const rows = async (sql: string) => (await database.session((it) => it.query(sql))).rows;
    const record = (values: string) =>
      rows(`INSERT INTO _prisma_migrations (id, migration_name, checksum, finished_at, rolled_back_at)
        VALUES (gen_random_uuid()::text, ${values})`);

    test('are applied in the order of their names, once', async () => {
      await write('2_second', second);
      await writeFile(join(folder, 'migration_lock.toml'), 'provider = "postgresql"');
      expect(await migrate(database, { migrations: folder })).toEqual(['1_first', '2_second']);
      expect(await rows('SELECT * FROM one')).toEqual([{ id: 2, name: null }]);
      expect(await migrate(database, { migrations: folder })).toEqual([]);
    });

    test('are all or nothing', async () => {
      await write('2_second', 'CREATE TABLE half (id int);\nCREATE TABLE one (id int);');
      await expect(migrate(database, { migrations: folder })).rejects.toMatchObject({
        code: 'migration_failed',
        message: expect.stringMatching(/2_second.*relation "one" already exists/),
      });
      expect(
        await rows("SELECT to_regclass('half') AS half, count(*)::int AS applied FROM _prisma_migrations"),
      ).toEqual([{ half: null, applied: 1 }]);
      await write('2_second', second);
      expect(await migrate(database, { migrations: folder })).toEqual(['2_second']);
    });

    test('outside a transaction go on where they stopped', async () => {
      const limits = () =>
        rows(
          `SELECT name, setting FROM pg_settings WHERE name IN ('statement_timeout', 'lock_timeout', 'search_path')`,
        );
      const before = await limits();
      await write('2_second', second);
      await write(
        '3_index',
        '-- Outside a transaction: writers go on meanwhile.\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS one_id ON one (id);\n',
      );
      await write(
        '4_fill',
        `-- Outside a transaction: in batches, each with its commit.
DO $$ BEGIN
  LOOP
    UPDATE one SET name = 'n' || id WHERE id IN (SELECT id FROM one WHERE name IS NULL ORDER BY id LIMIT 2);
    EXIT WHEN NOT FOUND;
    COMMIT;
    IF EXISTS (SELECT FROM one WHERE id = 999) AND (SELECT count(name) > 2 FROM one) THEN RAISE 'out of luck'; END IF;
  END LOOP;
END $$;`,
      );
      await write('5_after', 'ALTER TABLE one ADD COLUMN after int');
      // The index cannot be built while a value is there twice: what is left of the attempt is made again.
      await migrate(database, { migrations: await onlyThe(['1_first', '2_second']) });
      await rows(`INSERT INTO one SELECT n, NULL FROM generate_series(3, 6) n; INSERT INTO one VALUES (2), (999)`);
      await expect(migrate(database, { migrations: folder })).rejects.toMatchObject({
        code: 'migration_failed',
        message: expect.stringMatching(/3_index failed, the next start goes on with it: could not create unique index/),
      });
      await rows(`DELETE FROM one WHERE ctid = (SELECT min(ctid) FROM one WHERE id = 2)`);
      await expect(migrate(database, { migrations: folder })).rejects.toThrow('4_fill failed, the next start goes on');
      expect(await rows('SELECT indisvalid FROM pg_index WHERE indexrelid = $$one_id$$::regclass')).toEqual([
        { indisvalid: true },
      ]);
      const filled = () => rows('SELECT count(name)::int AS filled FROM one');
      expect(await filled()).toEqual([{ filled: 4 }]);
      await rows('DELETE FROM one WHERE id = 999');
      expect(await migrate(database, { migrations: folder })).toEqual(['4_fill', '5_after']);
      expect(await filled()).toEqual([{ filled: 5 }]);
      expect(await limits()).toEqual(before);
      const held = `SELECT count(*)::int AS locks FROM pg_locks WHERE locktype = 'advisory'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      expect(await rows(held)).toEqual([{ locks: 0 }]);
    });

    if (embedded) return;

    test('are recorded as Prisma records them', async () => {
      await migrate(database, { migrations: folder });
      expect(
        await rows('SELECT *, finished_at >= started_at AS in_order, length(id) AS length FROM _prisma_migrations'),
      ).toEqual([
        expect.objectContaining({
          migration_name: '1_first',
          checksum: createHash('sha256').update(first).digest('hex'),
          logs: null,
          rolled_back_at: null,
          applied_steps_count: 1,
          in_order: true,
          length: 36,
        }),
      ]);
    });

    test('that wait are told without touching anything', async () => {
      expect(await pendingMigrations(database, folder)).toEqual(['1_first']);
      expect(await rows("SELECT to_regclass('_prisma_migrations') AS history")).toEqual([{ history: null }]);
      await migrate(database, { migrations: folder });
      await write('2_second', second);
      expect(await pendingMigrations(database, folder)).toEqual(['2_second']);
    });

    test('name the line of a mistake', async () => {
      await write('2_second', 'SELECT 1;\nSELECT 2;\nSELEC 3;');
      await expect(migrate(database, { migrations: folder })).rejects.toThrow(
        'syntax error at or near "SELEC" (line 3)',
      );
    });

    test('that were edited after they were applied are refused by name', async () => {
      await migrate(database, { migrations: folder });
      await write('1_first', `${first}\n-- afterthought`);
      const refusal = { code: 'migration_edited', message: expect.stringContaining('migration 1_first') };
      await expect(migrate(database, { migrations: folder })).rejects.toMatchObject(refusal);
      await expect(pendingMigrations(database, folder)).rejects.toMatchObject(refusal);
    });

    test('whose line ends a checkout has turned are the same', async () => {
      await migrate(database, { migrations: folder });
      await write('1_first', first.replaceAll('\n', '\r\n'));
      expect(await migrate(database, { migrations: folder })).toEqual([]);
    });

    test('that only the database knows are refused: it is newer than the program', async () => {
      await migrate(database, { migrations: folder });
      await record(`'9_later', 'x', now(), NULL`);
      const refusal = { code: 'database_newer_than_code', message: expect.stringContaining('migration 9_later') };
      await expect(migrate(database, { migrations: folder })).rejects.toMatchObject(refusal);
      await expect(pendingMigrations(database, folder)).rejects.toMatchObject(refusal);
    });

    test('of a later version are no obstacle while they expand', async () => {
      await migrate(database, { migrations: folder });
      await record(`'20300101000000_expand_notes', 'x', now(), NULL`);
      expect(await migrate(database, { migrations: folder })).toEqual([]);
      expect(await pendingMigrations(database, folder)).toEqual([]);
      // What this program has and the database lacks was not there when that step was made.
      await write('20290101000000_expand_names', second);
      const refusal = { code: 'database_newer_than_code', message: expect.stringContaining('20300101000000_expand') };
      await expect(migrate(database, { migrations: folder })).rejects.toMatchObject(refusal);
      await rm(join(folder, '20290101000000_expand_names'), { recursive: true });
      await record(`'20300201000000_contract_notes', 'x', now(), NULL`);
      await expect(migrate(database, { migrations: folder })).rejects.toMatchObject({
        code: 'database_newer_than_code',
        message: expect.stringContaining('20300201000000_contract_notes'),
      });
    });

    test('that another tool began and did not finish stop the start, until they are marked rolled back', async () => {
      await migrate(database, { migrations: folder });
      await write('2_second', second);
      await record(`'2_second', 'x', NULL, NULL`);
      await expect(migrate(database, { migrations: folder })).rejects.toMatchObject({
        code: 'migration_failed',
        message: expect.stringContaining('--rolled-back 2_second'),
      });
      await rows("UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '2_second'");
      expect(await migrate(database, { migrations: folder })).toEqual(['2_second']);
    });

    test("refuse a database that holds something else's tables", async () => {
      await rows('CREATE TABLE invoices (id int)');
      await expect(migrate(database, { migrations: folder })).rejects.toMatchObject({
        code: 'database_not_empty',
        message: expect.stringContaining('invoices'),
      });
    });

    test('are applied once when eight start at once', async () => {
      await write('2_second', second);
      const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(database, { migrations: folder })));
      expect(applied.flat().sort()).toEqual(['1_first', '2_second']);
      expect(await rows('SELECT migration_name FROM _prisma_migrations ORDER BY 1')).toEqual([
        { migration_name: '1_first' },
        { migration_name: '2_second' },
      ]);
    });

    test("the catalogue's own bring an empty database up", async () => {
      const pending = await pendingMigrations(database);
      expect(pending.length).toBeGreaterThan(0);
      expect(await migrate(database)).toEqual(pending);
      expect(await pendingMigrations(database)).toEqual([]);
    });

    describe('then functions', () => {
      let functions: string;
      const folders = () => ({ migrations: folder, functions });
      const define = (answer: number) =>
        writeFile(
          join(functions, 'two.sql'),
          `CREATE OR REPLACE FUNCTION two() RETURNS int LANGUAGE sql AS $$ SELECT ${answer} $$;`,
        );
      const two = async () => (await rows('SELECT two()'))[0]?.two;
      const definitions = () =>
        rows(`SELECT proname AS name, pg_get_functiondef(oid) AS definition FROM pg_proc
          WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' ORDER BY oid`);

      beforeEach(async () => {
        functions = await mkdtemp(join(tmpdir(), 'functions-'));
        await write('0_state', 'CREATE TABLE service_state (name text PRIMARY KEY, value jsonb NOT NULL)');
        await define(3);
      });
      afterEach(async () => {
        await rm(functions, { recursive: true });
      });

      test('are as their files say, also of a database that knew the migrations alone', async () => {
        await migrate(database, { migrations: folder });
        expect(await two()).toBe(2);
        expect(await migrate(database, folders())).toEqual([]);
        expect(await two()).toBe(3);
      });

      test('are replaced when a file changes, and after a migration that replaced one', async () => {
        await migrate(database, folders());
        await define(4);
        await migrate(database, folders());
        expect(await two()).toBe(4);
        await write(
          '2_second',
          first.slice(first.indexOf('CREATE FUNCTION'), first.indexOf('INSERT')).replace('CREATE', 'CREATE OR REPLACE'),
        );
        expect(await migrate(database, folders())).toEqual(['2_second']);
        expect(await two()).toBe(4);
      });

      test('stay when a process of the version before starts during an upgrade', async () => {
        await migrate(database, folders());
        await define(4);
        await migrate(database, folders());
        await define(3);
        await migrate(database, folders());
        expect(await two()).toBe(4);
      });

      test('that cannot be created undo the migration that they come with', async () => {
        await writeFile(join(functions, 'broken.sql'), 'SELECT 1;\nCREATE NOTHING broken()');
        await expect(migrate(database, folders())).rejects.toMatchObject({
          code: 'migration_failed',
          message: expect.stringMatching(/function broken\.sql failed.*\(line 2\)/),
        });
        expect(await pendingMigrations(database, folder)).toEqual(['1_first']);
      });

      test("the catalogue's own: every function has its file and is as it says, every file its function", async () => {
        await rows('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
        await migrate(database);
        const before = await definitions();
        for (const file of await readdir(shippedFolders.functions)) {
          const text = await readFile(join(shippedFolders.functions, file), 'utf8');
          const created = [...text.matchAll(/^CREATE OR REPLACE FUNCTION "(\w+)"/gm)].map(([, name]) => name);
          expect(created).toHaveLength(1);
          expect(file.startsWith(created[0] ?? '-')).toBe(true);
          await rows(text);
        }
        expect(await definitions()).toEqual(before);
        const files = await readdir(shippedFolders.functions);
        expect(files).toHaveLength(before.length);
        // Overloads stand in files of their own, whose names say how they differ.
        for (const { name } of before) expect(files.some((file) => file.startsWith(name))).toBe(true);
      });
    });
  });
}
