import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PooledDatabase } from './connection/pooledDatabase.ts';
import { openPostgresql } from './connection/postgresql.ts';
import { createStatementNames } from './connection/preparedStatements.ts';
import type { Database } from './database.ts';
import type { DatabaseObserver } from './databaseObserver.ts';
import { type Prisma, PrismaClient } from './generated/client.ts';

export interface DatabaseSettings {
  /** PostgreSQL 15 or newer; unset: the embedded database in `dataDir`. */
  readonly url?: string | undefined;
  readonly dataDir: string;
  /** Leads to the same database past a pool of connections (PgBouncer); unset: `url` does. */
  readonly directUrl?: string | undefined;
  /** Most connections to PostgreSQL; default 10. The embedded database always has one. */
  readonly poolSize?: number;
  /** The connections' application_name; default `anime-catalog`. */
  readonly applicationName?: string;
  /** Counts the waits and errors of the pool. */
  readonly observer?: DatabaseObserver;
  /** A client extension of the model `event`, and of transactions. */
  readonly extension?: ReturnType<typeof Prisma.defineExtension>;
}

/**
 * Opens the database and checks that it answers; does not migrate it.
 * @throws DatabaseError: one line for the operator, and a stable code
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { url, directUrl, dataDir, poolSize = 10, applicationName = 'anime-catalog', observer } = settings;
  if (url !== undefined) {
    const connections = await openPostgresql({ url, directUrl, poolSize, applicationName, observer });
    return await watched(
      new PooledDatabase(
        'postgresql',
        connections,
        createPrisma(connections.pooled.pool, settings, createStatementNames(true)),
        async () => {},
      ),
    );
  }
  // Loading WebAssembly takes a fifth of a second, wasted where a server is used.
  const { openEmbedded } = await import('./embedded/openEmbedded.ts');
  const { connections, close } = await openEmbedded(dataDir, observer);
  const both = { pooled: connections, direct: connections };
  return await watched(
    new PooledDatabase('embedded', both, createPrisma(connections.pool, settings, createStatementNames(false)), close),
  );
}

async function watched(database: Database): Promise<Database> {
  try {
    database.incarnation.watch();
    // It joins the first poll.
    await database.incarnation.refresh();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function createPrisma(
  pool: pg.Pool,
  { extension }: DatabaseSettings,
  statementNameGenerator: ReturnType<typeof createStatementNames>,
): PrismaClient {
  // Else each statement notes where it was called, for messages that show it: a twentieth of its processor time.
  const plain = new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator }), errorFormat: 'minimal' });
  if (extension === undefined) return plain;
  // The extended type differs for every extension; what Database promises is in all of them.
  const extended = plain.$extends(extension) as unknown as PrismaClient;
  // All else is plain: Prisma prepares and walks for extensions what an extended client reads, a quarter of its time.
  const its = { event: extended.event, $transaction: extended.$transaction.bind(extended) };
  return new Proxy(plain, { get: (client, name) => Reflect.get(Object.hasOwn(its, name) ? its : client, name) });
}
