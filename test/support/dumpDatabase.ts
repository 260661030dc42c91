import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { askPostgres } from './askPostgres.ts';
import { findPostgresProgram } from './startPostgres.ts';

const run = promisify(execFile);

/** What pg_dump has written of a database. */
export interface DatabaseDump {
  /** As most operators do it: the database is dropped, whoever uses it, created anew and filled. */
  restoreAnew(url: string): Promise<void>;
  /** `pg_restore --clean`: the tables are dropped and created anew in the database that stays. */
  restoreInPlace(url: string): Promise<void>;
  discard(): Promise<void>;
}

/** Dumps a database with the real pg_dump, for the real pg_restore. */
export async function dumpDatabase(url: string): Promise<DatabaseDump> {
  const directory = await mkdtemp(join(tmpdir(), 'catalog-dump-'));
  const file = join(directory, 'catalog.dump');
  await run(programNamed('pg_dump'), ['--format=custom', '--file', file, url]);
  const restore = (target: string, options: readonly string[]) =>
    run(programNamed('pg_restore'), ['--exit-on-error', ...options, '--dbname', target, file]);
  return {
    async restoreAnew(target) {
      await recreateDatabase(target);
      await restore(target, []);
    },
    async restoreInPlace(target) {
      // A service that goes on reading may meet pg_restore in a deadlock, and pg_restore may be the one that ends.
      for (let attempt = 1; ; attempt += 1) {
        try {
          await restore(target, ['--clean', '--if-exists']);
          return;
        } catch (error) {
          if (attempt === 5 || !String(error).includes('deadlock detected')) throw error;
        }
      }
    },
    discard: () => rm(directory, { recursive: true, force: true }),
  };
}

function programNamed(name: string): string {
  const program = findPostgresProgram(name);
  if (program === undefined) throw new Error(`${name} is not installed`);
  return program;
}

async function recreateDatabase(url: string): Promise<void> {
  const administration = new URL(url);
  const name = administration.pathname.slice(1);
  administration.pathname = '/postgres';
  await askPostgres(administration.href, `drop database if exists ${name} with (force)`);
  await askPostgres(administration.href, `create database ${name} template template0`);
}
