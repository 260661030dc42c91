import { chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askPostgres } from '../support/askPostgres.ts';
import {
  makeServerFolder,
  type PostgresServer,
  runPostgres,
  startPostgres,
  unprivilegedUser,
} from '../support/startPostgres.ts';
import { until } from '../support/until.ts';
import { takeBaseBackup } from './takeBaseBackup.ts';

/** A server that archives its WAL, as one is run whose every transaction can be gone back to. */
export interface ArchivedPostgres {
  /** URL of its superuser and the database `postgres`; stays the same through a recovery. */
  readonly url: string;
  /** A base backup, made by pg_basebackup while the server runs. */
  backUp(): Promise<void>;
  /** Names this moment. */
  mark(point: string): Promise<void>;
  /** Stops the server and starts the last base backup in its place, recovered up to a moment named before. */
  recoverTo(point: string): Promise<void>;
  stop(): Promise<void>;
}

export async function archivePostgres(): Promise<ArchivedPostgres> {
  const user = unprivilegedUser();
  const archive = await makeServerFolder();
  let server: PostgresServer = await startPostgres({
    archive_mode: 'on',
    archive_command: `cp %p ${archive}/%f`,
  });
  const { url } = server;
  let backup: string | undefined;

  const ask = (text: string) => askPostgres(url, text);

  return {
    url,
    async backUp() {
      backup = await takeBaseBackup(url, ['--wal-method=none', '--no-manifest']);
    },
    async mark(point) {
      await ask(`SELECT pg_create_restore_point('${point}')`);
      const [segment] = await ask('SELECT pg_walfile_name(pg_switch_wal()) AS name');
      const archived = async () => (await ask('SELECT last_archived_wal AS name FROM pg_stat_archiver'))[0]?.name ?? '';
      await until(async () => (await archived()) >= segment?.name, 20_000);
    },
    async recoverTo(point) {
      if (backup === undefined) throw new Error('there is no base backup');
      await server.stop();
      const data = join(backup, 'data');
      await writeFile(join(data, 'recovery.signal'), '');
      if (user !== undefined) await chown(join(data, 'recovery.signal'), user.uid, user.gid);
      const { port, password } = new URL(url);
      server = await runPostgres({
        ...{ directory: backup, data, port: Number(port), password },
        settings: {
          restore_command: `cp ${archive}/%f %p`,
          recovery_target_name: point,
          recovery_target_action: 'promote',
        },
      });
      backup = undefined;
    },
    async stop() {
      await server.stop();
      for (const directory of [archive, backup]) if (directory) await rm(directory, { recursive: true, force: true });
    },
  };
}
