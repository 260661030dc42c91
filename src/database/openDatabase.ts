import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, type PoolConfig } from 'pg';
import type { Database, TransactionClient } from './database.ts';
import { DatabaseError } from './databaseError.ts';
import { type EmbeddedServer, startEmbeddedServer } from './embeddedServer.ts';
import { type Prisma, PrismaClient } from './generated/client.ts';
import { createReader } from './reader.ts';
import { ambientTransaction, runTransaction } from './transaction.ts';

export interface DatabaseSettings {
  /** PostgreSQL 15 or newer; unset opens the embedded database in `dataDir`. */
  readonly url?: string | undefined;
  readonly dataDir: string;
  /** Connections of the pool; the embedded database has one (several at once lost acknowledged writes when measured). */
  readonly poolSize?: number;
  /** Added to every client, a transaction's included. */
  readonly extension?: ReturnType<typeof Prisma.defineExtension>;
}

const OLDEST_MAJOR = 15;

/**
 * Opens PostgreSQL or the embedded database behind one interface.
 * @throws DatabaseError with one line that says what is wrong and what would be right
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  if (settings.url !== undefined)
    return connect(settings, { connectionString: settings.url, max: settings.poolSize ?? 10 }, null);
  const server = await startEmbeddedServer(settings.dataDir);
  try {
    return await connect(settings, { ...server.address, max: 1 }, server);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function connect(
  settings: DatabaseSettings,
  address: PoolConfig,
  server: EmbeddedServer | null,
): Promise<Database> {
  const pool = new Pool({
    ...address,
    application_name: 'anime-catalog',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: server === null ? 30_000 : 0,
    // A prepared statement's plan is made once a connection: planning costs as much as running these short reads.
    options: '-c plan_cache_mode=force_generic_plan -c timezone=UTC',
  });
  // An idle connection that the server drops is replaced at the next use; unheard, its error would end the process.
  pool.on('error', () => {});
  try {
    await checkVersion(pool);
  } catch (error) {
    await pool.end();
    throw DatabaseError.from(error, settings.url);
  }
  const adapter = new PrismaPg(pool, {
    statementNameGenerator: ({ sql }) => `p${createHash('sha1').update(sql).digest('hex')}`,
  });
  const plain = new PrismaClient({ adapter });
  const root = (settings.extension === undefined ? plain : plain.$extends(settings.extension)) as PrismaClient;
  const read = createReader(pool, ambientTransaction);
  return {
    kind: server === null ? 'postgresql' : 'embedded',
    root,
    get client(): TransactionClient {
      return ambientTransaction() ?? root;
    },
    transaction: (work, options) => runTransaction(root, work, options),
    read,
    session: async (work) => {
      const connection = await pool.connect();
      try {
        return await work(connection);
      } finally {
        connection.release();
      }
    },
    ping: (timeoutMs) => ping(pool, timeoutMs),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await plain.$disconnect();
      if (!pool.ended) await pool.end();
      await server?.stop();
    },
  };
}

async function checkVersion(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version_num: string }>('SHOW server_version_num');
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (major < OLDEST_MAJOR) {
    throw new DatabaseError('database_too_old', `PostgreSQL ${major} is too old: ${OLDEST_MAJOR} or newer is needed`);
  }
}

async function ping(pool: Pool, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DatabaseError('database_unreachable', `no answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  try {
    await Promise.race([pool.query('SELECT 1'), late]);
  } finally {
    clearTimeout(timer);
  }
}
