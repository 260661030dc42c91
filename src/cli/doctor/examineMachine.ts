import { constants, existsSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { errorCode } from '../../base/errors.ts';
import { StartError } from '../../base/startError.ts';
import { type Configuration, readConfiguration } from '../../configuration/configuration.ts';
import { ConfigurationError } from '../../configuration/configurationError.ts';
import { unsetInProduction } from '../../configuration/unsetInProduction.ts';
import { examineRedis } from '../../diagnostics/examineCallers.ts';
import { examineConfiguration } from '../../diagnostics/examineConfiguration.ts';
import { examineSearch } from '../../diagnostics/examineSearch.ts';
import { examineSecrets } from '../../diagnostics/examineSecrets.ts';
import { namedCheck } from '../../diagnostics/namedCheck.ts';
import { settled } from '../../diagnostics/settled.ts';
import type { DiagnosticCheck } from '../../graph/diagnostics/port.ts';
import type { Readiness } from '../../internal/probes.ts';
import { openListener } from '../../listener/openListener.ts';
import type { CommandFailure } from '../failures.ts';
import { examineStoredData } from './examineStoredData.ts';

const PATIENCE_MS = 5_000;

/** What /readyz says; null where no process of the service answers. */
async function askReadiness(origin: string): Promise<Readiness | null> {
  try {
    const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const readiness = (await answer.json()) as Partial<Readiness>;
    return readiness.parts === undefined ? null : (readiness as Readiness);
  } catch {
    return null;
  }
}

/** The parts of a process that fail or warn, as only it knows. */
function examineReadiness({ parts }: Readiness): readonly DiagnosticCheck[] {
  return Object.entries(parts).flatMap(([name, { status, detail = status }]) => {
    if (['ok', 'off'].includes(status)) return [];
    const isFatal = name === 'database' || name === 'migrations';
    const check = namedCheck(`ready: ${name}`);
    const remedy = name === 'proxy' ? 'Set TRUST_PROXY.' : 'See docs/operations.md#outages.';
    return [check(isFatal ? 'failed' : 'warning', `The process says: ${detail}.`, remedy)];
  });
}

/** A service answers, so its ports are in use and its start is not examined. */
const isRunning = ({ code }: CommandFailure) => !['server_unreachable', 'no_token'].includes(code);

/**
 * The problems of this machine, when no service answers the question on it.
 * @param failure why no service answered
 * @param readOrigin the origin of the internal listener
 */
export async function examineMachine(
  failure: CommandFailure,
  readOrigin: () => string,
): Promise<readonly DiagnosticCheck[]> {
  let configuration: Configuration;
  let origin: string;
  try {
    configuration = readConfiguration(process.env);
    origin = readOrigin();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [checkService(failure, isRunning(failure)), ...error.faults.map(wrongVariable)];
  }
  const readiness = await askReadiness(origin);
  const runs = readiness !== null || isRunning(failure);
  const isWithoutGraph = readiness?.status === 'ready' && !configuration.ROLES.has('graph');
  const folder = writesFolder(configuration) ? await examineDataFolder(configuration) : null;
  return [
    isWithoutGraph
      ? namedCheck('service')('ok', `Answers at ${origin}, without the role graph, and is ready.`)
      : checkService(failure, runs),
    ...(readiness === null ? [] : examineReadiness(readiness)),
    ...unsetInProduction(configuration).map(wrongVariable),
    examineConfiguration(configuration, null),
    ...(folder === null ? [] : [folder]),
    ...(existsSync(configuration.DATA_DIR) ? [await settled('secrets', () => examineSecrets(configuration))] : []),
    ...(runs ? [] : await examinePorts(configuration)),
    ...(folder?.status === 'failed' ? [] : await examineStoredData(configuration)),
    ...(await examineSearchEngine(configuration)),
    ...(configuration.REDIS_URL === undefined ? [] : [await examineRedis(configuration, null)]),
  ];
}

function checkService({ message }: CommandFailure, runs: boolean): DiagnosticCheck {
  const detail = `${capitalised(message)}.`.replace(/\.\.$/, '.');
  const remedy = runs ? 'It runs: fix what fails below.' : 'Fix what fails below, then start it: npm start.';
  return namedCheck('service')('failed', detail, remedy);
}

function wrongVariable({ variable, fault }: { readonly variable: string; readonly fault: string }): DiagnosticCheck {
  const remedy = fault.startsWith('is unset') ? `Set ${variable}.` : `Correct ${variable} or unset it.`;
  return namedCheck('configuration')('failed', `${variable} ${fault}.`, remedy);
}

/** DATA_DIR holds the embedded database, and the secrets that are not given. */
function writesFolder(configuration: Configuration): boolean {
  const { DATABASE_URL, INTERNAL_TOKEN, CURSOR_SECRET, SECRETS_KEY } = configuration;
  return [DATABASE_URL, INTERNAL_TOKEN, CURSOR_SECRET, SECRETS_KEY].includes(undefined);
}

/** Whether DATA_DIR is writable, or can be created. */
async function examineDataFolder({ DATA_DIR: dataDir }: Configuration): Promise<DiagnosticCheck> {
  const check = namedCheck('data folder');
  const existing = await nearestFolder(dataDir);
  try {
    if (!(await stat(existing)).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    await access(existing, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const detail = `DATA_DIR ${dataDir} cannot be ${existing === dataDir ? 'written' : 'created'} (${errorCode(error)}).`;
    return check('failed', detail, 'Set DATA_DIR to a folder that this user can write.');
  }
  return check('ok', existing === dataDir ? `${dataDir} can be written.` : `${dataDir} is created at the first start.`);
}

/** The folder itself, or its nearest existing ancestor. */
async function nearestFolder(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    (error: unknown) => errorCode(error) !== 'ENOENT',
  );
  return exists || dirname(path) === path ? path : nearestFolder(dirname(path));
}

/** Whether the service can listen on the configured addresses. */
async function examinePorts(configuration: Configuration): Promise<DiagnosticCheck[]> {
  const listeners = [
    { name: 'internal port', host: 'INTERNAL_HOST', port: 'INTERNAL_PORT' },
    { name: 'metrics port', host: 'INTERNAL_HOST', port: 'METRICS_PORT' },
    { name: 'public port', host: 'HOST', port: 'PORT' },
  ] as const;
  const checks: DiagnosticCheck[] = [];
  for (const { name, ...variables } of listeners) {
    const check = namedCheck(name);
    const { [variables.host]: host, [variables.port]: port, ROLES } = configuration;
    if (port === undefined || (name === 'public port' && !ROLES.has('rest'))) continue;
    try {
      const listener = await openListener({ server: createServer(), variables, host, port });
      await listener.close(0);
      checks.push(check('ok', `${host} port ${port} is free.`));
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      const [detail = '', remedy = null] = error.message.split(': ');
      checks.push(check('failed', `${detail}.`, remedy === null ? null : `${capitalised(remedy)}.`));
    }
  }
  return checks;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether this machine reaches the search engine; no check where the index is in the service's own memory. */
export async function examineSearchEngine(configuration: Configuration): Promise<DiagnosticCheck[]> {
  if (!configuration.SEARCH || configuration.ELASTICSEARCH_URL === undefined) return [];
  const { openSearchIndex } = await import('../../server/openSearchIndex.ts');
  const { indexReport } = await import('../../search/administration.ts');
  const index = await openSearchIndex(configuration);
  try {
    const report = async () => ({
      engine: 'elasticsearch' as const,
      ...(await indexReport(index)),
      lagSeconds: null,
      fillSeconds: null,
      memoryBytes: null,
      rebuild: null,
    });
    return [await settled('search', () => examineSearch({ report }, configuration.ELASTICSEARCH_INDEX))];
  } finally {
    await index.close();
  }
}
