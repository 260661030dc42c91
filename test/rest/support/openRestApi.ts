import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { openApiDocument } from '../../../scripts/openapi/openApiDocument.ts';
import type { CredentialVerifier } from '../../../src/graph/caller/credentialVerifier.ts';
import type { Quotas } from '../../../src/graph/caller/quotas.ts';
import type { GraphPorts } from '../../../src/graph/schema/context.ts';
import { createSchema } from '../../../src/graph/schema/schema.ts';
import type { SearchAdministration } from '../../../src/graph/search/administrationPort.ts';
import type { SearchEngine } from '../../../src/graph/search/port.ts';
import { ApiKeyVerifier } from '../../../src/identity/apiKey/apiKeyVerifier.ts';
import { KeyUses } from '../../../src/identity/apiKey/keyUses.ts';
import { createCredentialVerifier } from '../../../src/identity/credentialVerifier.ts';
import { quotaLimits } from '../../../src/identity/quota/countingQuotas.ts';
import { memoryQuotas } from '../../../src/identity/quota/memoryQuotas.ts';
import { createRestApp, type RestSettings } from '../../../src/rest/createRestApp.ts';
import type { Endpoint } from '../../../src/rest/endpoint/endpoint.ts';
import { RepresentationCache } from '../../../src/rest/representation/representationCache.ts';
import { routes } from '../../../src/rest/routes.ts';
import { createRestServer } from '../../../src/rest/server/createRestServer.ts';
import { publicSite } from '../../../src/site/publicSite.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { testWebhookPorts } from '../../support/webhooks.ts';
import { type HttpAnswer, type HttpRequest, sendRequest } from './sendRequest.ts';

export interface RestApi {
  readonly port: number;
  readonly url: string;
  readonly catalog: TestCatalog;
  readonly representations: RepresentationCache;
  /** As the service does when it stops. */
  release(): Promise<void>;
  /** What is known of API keys. */
  readonly keys: ApiKeyVerifier;
  /** What is counted of their uses, and not written yet. */
  readonly uses: KeyUses;
  /** Log lines so far, parsed. */
  readonly logs: readonly Record<string, unknown>[];
  /** What the clock says from now on; null: the real time. */
  setClock(now: Date | null): void;
  /** What searches from now on; null, as at first: search is off. */
  setSearch(engine: SearchEngine | null, administration?: SearchAdministration | null): void;
  get(target: string, headers?: Record<string, string>): Promise<HttpAnswer>;
  send(target: string, request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** The public interface, or other endpoints, on a free port over real PostgreSQL. */
export async function openRestApi({
  cacheBytes = 0,
  catalog: shared,
  endpoints = routes,
  quotas = memoryQuotas(quotaLimits({ anonymous: 1e6, credentialed: 2e6, address: 1e9 })),
  tokens = null,
  trustProxy = false,
  ...given
}: {
  /** Memory for representations; 0 keeps none. */
  cacheBytes?: number;
  /** Somebody else's, who closes it; a new one of its own when left out. */
  catalog?: TestCatalog;
  endpoints?: readonly Endpoint[];
  quotas?: Quotas;
  /** Who judges access tokens; null: none is taken. */
  tokens?: CredentialVerifier | null;
  trustProxy?: boolean | readonly string[];
} & Pick<RestSettings, 'site' | 'securityContact' | 'installation'> = {}): Promise<RestApi> {
  const catalog = shared ?? (await openTestCatalog());
  const representations = new RepresentationCache(cacheBytes);
  let clock: Date | null = null;
  let search: SearchEngine | null = null;
  let searchAdministration: SearchAdministration | null = null;
  const logs: Record<string, unknown>[] = [];
  const ports: GraphPorts = {
    database: catalog.database,
    publications: catalog.publications,
    now: () => clock ?? new Date(),
    get search() {
      return search;
    },
    get searchAdministration() {
      return searchAdministration;
    },
    diagnose: null,
    tokenIssuer: null,
    webhooks: testWebhookPorts([]),
  };
  const uses = new KeyUses(catalog.database, () => {});
  const keys = new ApiKeyVerifier(catalog.database, uses);
  const rest = createRestApp({
    site: publicSite({ hasPages: true }),
    ...given,
    schema: createSchema(),
    endpoints,
    ...(endpoints !== routes && { document: openApiDocument(endpoints) }),
    representations,
    ports,
    cursorSecrets: ['the cursor secret of these tests'],
    callers: { credentials: createCredentialVerifier({ keys, tokens }), quotas },
    trustProxy,
    logger: pino({}, { write: (line: string) => void logs.push(JSON.parse(line)) }),
  });
  const server = createRestServer(rest.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    catalog,
    representations,
    keys,
    uses,
    logs,
    setClock(now) {
      clock = now;
    },
    setSearch(engine, administration = null) {
      search = engine;
      searchAdministration = administration;
    },
    get: (target, headers = {}) => sendRequest(port, target, { headers }),
    send: (target, request) => sendRequest(port, target, request),
    release: rest.release,
    async close() {
      await rest.release();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await uses.stop();
      if (shared === undefined) await catalog.close();
    },
  };
}
