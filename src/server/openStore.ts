import { hostname } from 'node:os';
import type { Configuration } from '../configuration/configuration.ts';
import type { Database } from '../database/database.ts';
import { DatabaseError } from '../database/databaseError.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { assertSharedSecret, type SecretValues } from '../database/sharedSecrets.ts';
import { publicationExtension } from '../graph/publication/publicationExtension.ts';
import { createPublications, type Publications } from '../graph/publication/publications.ts';
import { publicResources } from '../rest/publicResources.ts';
import { StartError } from '../startError.ts';
import { subscribeWebhooks } from '../webhooks/subscribeWebhooks.ts';

/** The open, migrated database and the publications in it. */
export interface Store {
  readonly database: Database;
  readonly publications: Publications;
  /** Names of the migrations that this start applied. */
  readonly migrated: readonly string[];
}

/**
 * Opens and migrates the database, and checks that the processes on it share their secrets.
 * @param sharedSecrets by environment variable
 * @throws StartError in one line
 */
export async function openStore(
  configuration: Configuration,
  sharedSecrets: ReadonlyMap<string, SecretValues>,
): Promise<Store> {
  const { databaseUrl, dataDir, databasePoolSize: poolSize } = configuration;
  const url = databaseUrl ?? undefined;
  const applicationName = applicationNameOf(configuration);
  const database = await explained(() =>
    openDatabase({ url, dataDir, poolSize, applicationName, extension: publicationExtension }),
  );
  try {
    return await explained(async () => {
      const migrated = await migrate(database);
      for (const [variable, values] of sharedSecrets) await assertSharedSecret(database, variable, values);
      const publications = createPublications(database, publicResources);
      subscribeWebhooks(database, publications);
      return { database, publications, migrated };
    });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** What pg_stat_activity shows of this process: `anime-catalog rest,graph HOST`. PostgreSQL keeps 63 bytes. */
function applicationNameOf({ roles }: Configuration): string {
  return `anime-catalog ${[...roles].join()} ${hostname()}`.slice(0, 63);
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DatabaseError ? new StartError(error.message, { cause: error }) : error;
  }
}
