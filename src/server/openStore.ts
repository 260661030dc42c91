import { errorCode, errorMessage, errorReason } from '../base/errors.ts';
import { StartError } from '../base/startError.ts';
import { applicationName } from '../configuration/applicationName.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Database } from '../database/database.ts';
import { DatabaseError } from '../database/databaseError.ts';
import { isDatabaseUnavailable } from '../database/databaseFailures.ts';
import { migrate, missingOfSchema } from '../database/migrations/migrate.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { assertSharedSecret, type SecretValues } from '../database/sharedSecrets.ts';
import { publicationExtension } from '../graph/publication/publicationExtension.ts';
import { createPublications, type Publications } from '../graph/publication/publications.ts';
import { publicResources } from '../rest/publicResources.ts';
import type { StoreMetrics } from '../telemetry/storeMetrics.ts';
import { subscribeWebhooks } from '../webhooks/subscribeWebhooks.ts';
import type { StartWait } from './startWait.ts';

/** The open, migrated database and the publications in it. */
export interface Store {
  readonly database: Database;
  readonly publications: Publications;
  /** Names of the migrations that this start applied. */
  readonly migrated: readonly string[];
}

interface StoreOptions {
  readonly configuration: Configuration;
  /** By environment variable. */
  readonly sharedSecrets: ReadonlyMap<string, SecretValues>;
  readonly wait: StartWait;
  readonly metrics: StoreMetrics;
}

/**
 * Opens and migrates the database, and checks that the processes on it share their secrets. A database that is away,
 * or goes away during the start, is waited for.
 * @throws StartError in one line; AbortError when the wait was ended
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { wait } = options;
  for (;;) {
    try {
      return await tryToOpen(options);
    } catch (error) {
      if (!isAway(error)) throw explained(error);
      const detail = errorMessage(error);
      if (wait.isOver('database')) throw new StartError(gaveUp(detail, wait), { cause: error });
      wait.report('database', detail);
    }
    await wait.pause();
  }
}

async function tryToOpen({ configuration, sharedSecrets, wait, metrics }: StoreOptions): Promise<Store> {
  const database = await openDatabase({
    url: configuration.DATABASE_URL,
    directUrl: configuration.DATABASE_DIRECT_URL,
    dataDir: configuration.DATA_DIR,
    poolSize: configuration.DATABASE_POOL_SIZE,
    applicationName: applicationName(configuration),
    observer: metrics,
    extension: publicationExtension,
  });
  try {
    wait.done('database');
    const migrated = configuration.MIGRATE ? await migrateNow(database, wait) : await waitForSchema(database, wait);
    wait.done('migrations');
    for (const [variable, values] of sharedSecrets) await assertSharedSecret(database, variable, values);
    const publications = createPublications(database, publicResources, metrics.waitedForTurn);
    publications.onCommitted((events) => metrics.published(events.length));
    subscribeWebhooks(database, publications);
    return { database, publications, migrated };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function migrateNow(database: Database, wait: StartWait): Promise<string[]> {
  const { patienceMs } = wait;
  return migrate(database, undefined, { patienceMs, onWait: (detail) => wait.report('migrations', detail) });
}

/** With MIGRATE=off another process migrates the database. */
async function waitForSchema(database: Database, wait: StartWait): Promise<string[]> {
  for (;;) {
    const missing = await missingOfSchema(database);
    if (missing === null) return [];
    const detail = `${missing}: MIGRATE is off, so run "catalog migrate"`;
    if (wait.isOver('migrations')) throw new StartError(gaveUp(detail, wait));
    wait.report('migrations', detail);
    await wait.pause();
  }
}

/** invalid_catalog_name */
const NO_DATABASE = '3D000';

/** Whether opening may succeed later without help. A failed migration is not retried. */
function isAway(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return isDatabaseUnavailable(error);
  // The server refuses while it starts up, or has no connection left; a database that is not there is a wrong name.
  if (error.code === 'database_refused') {
    return isDatabaseUnavailable(error.cause) && errorCode(error.cause) !== NO_DATABASE;
  }
  return error.code === 'database_unreachable' || error.code === 'database_busy';
}

function gaveUp(detail: string, { patienceMs }: StartWait): string {
  return patienceMs === 0 ? detail : `${detail} (waited for ${patienceMs / 1000} s, START_PATIENCE_S)`;
}

/** insufficient_privilege */
const NO_RIGHT = '42501';

function explained(error: unknown): unknown {
  if (!(error instanceof DatabaseError) && errorCode(error) === NO_RIGHT) {
    const message = `DATABASE_URL: PostgreSQL refuses: ${errorReason(error)}: name the owner of the tables`;
    return new StartError(message, { cause: error });
  }
  return error instanceof DatabaseError ? new StartError(error.message, { cause: error }) : error;
}
