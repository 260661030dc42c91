import type { Database } from '../../database/database.ts';
import type { Desk } from '../caller/desk.ts';
import { OWN_ISSUER } from '../caller/issuerName.ts';
import type { Quotas } from '../caller/quotas.ts';
import type { Diagnose } from '../diagnostics/port.ts';
import type { BatchReport } from '../import/importCatalog.ts';
import type { Viewer } from '../model/viewer.ts';
import type { Publications } from '../publication/publications.ts';
import { Loaders } from '../reading/loaders.ts';
import type { SearchAdministration } from '../search/administrationPort.ts';
import type { SearchEngine } from '../search/port.ts';
import type { InvitationPlace } from '../user/invitations.ts';
import type { TokenIssuer } from '../user/tokenIssuer.ts';
import type { WebhookPorts } from '../webhook/webhookPorts.ts';

/** The graph's ports, shared by a whole process. A disabled part is null. */
export interface GraphPorts {
  readonly database: Database;
  /** The clock. */
  readonly now: () => Date;
  /** The one way to change the public catalogue. */
  readonly publications: Publications;
  /** Null when search is off. */
  readonly search: SearchEngine | null;
  /** Null when search is off. */
  readonly searchAdministration: SearchAdministration | null;
  /** Null where the process cannot be examined, as in a benchmark. */
  readonly diagnose: Diagnose | null;
  /** Null where webhooks cannot be changed. */
  readonly webhooks: WebhookPorts | null;
  /** Null where people sign in at OAUTH_ISSUER, and in a process without callers. */
  readonly tokenIssuer: TokenIssuer | null;
  /** The issuer whose access tokens are accepted: its URL, or OWN_ISSUER, the default. */
  readonly issuer?: string | undefined;
  /** Null or absent where the process counts no calls. */
  readonly quotas?: Quotas | null | undefined;
  /** Null or absent where no desk is served. */
  readonly desk?: Desk | null | undefined;
  /** Absent where nobody is invited. */
  readonly invitations?: (() => InvitationPlace) | undefined;
  /** Called for every key revoked here, so that this process forgets it. */
  readonly onKeyRevoked?: ((id: string) => void) | undefined;
  /** Called for every committed import batch with the seconds it took. */
  readonly onImport?: ((report: BatchReport, seconds: number) => void) | undefined;
}

/** The context of every resolver: ports, viewer, and the loaders of one request. */
export interface GraphContext extends GraphPorts {
  readonly issuer: string;
  readonly viewer: Viewer;
  /** The client address as quotas know it, for audit events; null where unknown. */
  readonly address: string | null;
  /** The incarnation of the database at the start of the request; change versions and tags are valid only within it. */
  readonly incarnation: string;
  readonly loaders: Loaders;
}

/**
 * A fresh context for one request. Its members are listed one by one: V8 would give each spread object a shape of its
 * own and keep it in the old generation (840 bytes a request, a third of the time of `GET /v1`).
 */
export function createContext(ports: GraphPorts, viewer: Viewer, address: string | null = null): GraphContext {
  const { database, issuer = OWN_ISSUER, quotas, desk, invitations, onKeyRevoked, onImport } = ports;
  return {
    database,
    now: ports.now,
    publications: ports.publications,
    search: ports.search,
    searchAdministration: ports.searchAdministration,
    diagnose: ports.diagnose,
    webhooks: ports.webhooks,
    tokenIssuer: ports.tokenIssuer,
    issuer,
    quotas,
    desk,
    invitations,
    onKeyRevoked,
    onImport,
    viewer,
    address,
    incarnation: database.incarnation.current,
    loaders: new Loaders({ database }),
  };
}
