import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgresProgram, makeServerFolder, unprivilegedUser } from '../support/startPostgres.ts';

/** Copies a running server by pg_basebackup. @returns a folder of the copy alone, which lies in its `data` */
export async function takeBaseBackup(url: string, options: readonly string[]): Promise<string> {
  const directory = await makeServerFolder();
  const program = findPostgresProgram('pg_basebackup') ?? '';
  const common = ['--pgdata', join(directory, 'data'), '--checkpoint=fast', '--no-sync', '--dbname', url];
  await promisify(execFile)(program, [...common, ...options], { cwd: directory, ...unprivilegedUser() });
  return directory;
}
