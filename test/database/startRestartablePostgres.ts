import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../support/freePort.ts';
import { initialiseCluster, makeServerFolder, type PostgresServer, runPostgres } from '../support/startPostgres.ts';

/** A PostgreSQL whose data outlives its process. */
export interface RestartablePostgres {
  /** URL of its superuser and the database `postgres`; stays the same. */
  readonly url: string;
  /** `fast` ends sessions in order, `immediate` is a crash that the next start recovers from. Ready again when it returns. */
  restart(how: 'fast' | 'immediate'): Promise<void>;
  /** Copies the files of the server, which is stopped meanwhile. @returns a function that puts them back, likewise */
  snapshot(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

export async function startRestartablePostgres(): Promise<RestartablePostgres> {
  const home = await makeServerFolder();
  const cluster = { ...(await initialiseCluster(home)), port: await freePort(), settings: {} };
  // What it runs in is removed with it.
  const run = async (): Promise<PostgresServer> => runPostgres({ ...cluster, directory: await makeServerFolder() });
  const snapshots: string[] = [];
  let server = await run();
  return {
    url: server.url,
    async restart(how) {
      if (how === 'immediate') process.kill(server.pid, 'SIGQUIT');
      await server.stop();
      server = await run();
    },
    async snapshot() {
      const kept = join(await makeServerFolder(), 'data');
      const copy = async (from: string, to: string) => {
        await server.stop();
        await rm(to, { recursive: true, force: true });
        execFileSync('cp', ['-a', from, to]);
        server = await run();
      };
      await copy(cluster.data, kept);
      snapshots.push(kept);
      return () => copy(kept, cluster.data);
    },
    async stop() {
      await server.stop();
      for (const folder of [home, ...snapshots]) await rm(folder, { recursive: true, force: true });
    },
  };
}
