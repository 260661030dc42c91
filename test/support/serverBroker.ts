import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SharedServerName } from './sharedServer.ts';

interface StartedServer {
  readonly url: string;
  stop(): Promise<void>;
}

export type ServerStarters = Readonly<Record<SharedServerName, () => Promise<StartedServer>>>;

export interface ServerBroker {
  /** The socket that `sharedServer` asks. */
  readonly socket: string;
  /** Stops every server that was started. */
  stop(): Promise<void>;
}

/**
 * Starts each server when the first test file asks for it, once for the whole run. It lives in Jest's main process and listens on a
 * socket that only this user can open.
 */
export async function startServerBroker(starters: ServerStarters): Promise<ServerBroker> {
  const directory = await mkdtemp(join(tmpdir(), 'catalog-tests-'));
  const socket = join(directory, 'servers');
  const started = new Map<SharedServerName, Promise<StartedServer>>();

  const answer = async (client: Socket): Promise<void> => {
    const [request] = (await once(client, 'data')) as [Buffer];
    const name = request.toString('utf8') as SharedServerName;
    try {
      if (!started.has(name)) started.set(name, starters[name]());
      client.end(JSON.stringify({ url: (await started.get(name))?.url }));
    } catch (error) {
      client.end(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
    }
  };
  const broker = createServer((client) => {
    // A worker that ends while it waits is no concern of the others.
    client.on('error', () => client.destroy());
    answer(client).catch(() => client.destroy());
  }).listen(socket);
  await once(broker, 'listening');

  return {
    socket,
    stop: async () => {
      broker.close();
      const servers = await Promise.allSettled(started.values());
      await Promise.all(servers.map((server) => (server.status === 'fulfilled' ? server.value.stop() : undefined)));
      await rm(directory, { recursive: true, force: true });
    },
  };
}
