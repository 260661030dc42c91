import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyEmbedded } from './copyEmbedded.ts';
import { dropKeptConnections } from './dropKeptConnections.ts';
import { freePort } from './freePort.ts';
import { catalogCommand, inherited } from './runCatalog.ts';
import { startTiedProcess, type TiedProcess } from './tiedProcess.ts';
import { waitUntilReady } from './waitUntilReady.ts';

export interface CatalogService extends TiedProcess {
  readonly publicUrl: string;
  readonly internalUrl: string;
  /** The variables with which the command line reaches it. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A start may share the machine with other tests, and import the first catalogue. */
const LONGEST_START_MS = 180_000;

interface StartCatalogOptions {
  /** An installation's `bin/catalog`; default: the checkout's. */
  readonly command?: string;
  /** What it is waited for: `livez` is there from the first second, before the database is open. Default: `readyz`. */
  readonly until?: 'livez' | 'readyz';
}

/**
 * Runs `catalog serve` as an operator does, on free ports and in a folder of its own, until it is ready.
 * @param variables configuration; without DATABASE_URL it opens the embedded database
 */
export async function startCatalog(
  variables: Readonly<Record<string, string>> = {},
  { command = catalogCommand, until = 'readyz' }: StartCatalogOptions = {},
): Promise<CatalogService> {
  const directory = await mkdtemp(join(tmpdir(), 'catalog-service-'));
  if (process.env.TEST_RUN !== undefined && variables.DATABASE_URL === undefined && variables.DATA_DIR === undefined)
    await copyEmbedded(join(directory, 'data'));
  const port = Number(variables.PORT ?? (await freePort()));
  const internalPort = Number(variables.INTERNAL_PORT ?? (await freePort()));
  const environment = {
    HOST: '127.0.0.1',
    PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    INTERNAL_TOKEN: 'the-internal-token-of-a-test',
    // Services on one database must share it.
    CURSOR_SECRET: 'the-cursor-secret-of-a-test-service',
    SECRETS_KEY: 'the-secrets-key-of-a-test-service-00',
    DATA_DIR: join(directory, 'data'),
    SAMPLE_DATA: 'off',
    LOG_LEVEL: 'warn',
    ...variables,
  };
  const service = await startTiedProcess(process.execPath, [command, 'serve'], {
    directory,
    environment: { ...inherited(), ...environment },
  });
  const internalUrl = `http://127.0.0.1:${internalPort}`;
  const isReady = async () => {
    const { ok } = await fetch(`${internalUrl}/${until}`);
    if (!ok) throw new Error('not ready');
  };
  await waitUntilReady(service, 'catalog serve', isReady, LONGEST_START_MS);
  const stop = () => {
    dropKeptConnections();
    return service.stop();
  };
  return { ...service, stop, publicUrl: `http://127.0.0.1:${port}`, internalUrl, environment };
}
