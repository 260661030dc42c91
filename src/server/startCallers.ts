import type { Configuration } from '../configuration/configuration.ts';
import type { Database } from '../database/database.ts';
import type { CredentialVerifier } from '../graph/caller/credentialVerifier.ts';
import { OWN_ISSUER } from '../graph/caller/issuerName.ts';
import type { PortalAccess } from '../graph/caller/portal.ts';
import type { Quotas } from '../graph/caller/quotas.ts';
import { reencryptSecrets } from '../graph/secrets/reencryptSecrets.ts';
import { SecretBox } from '../graph/secrets/secretBox.ts';
import { ApiKeyVerifier } from '../identity/apiKey/apiKeyVerifier.ts';
import { KeyUses } from '../identity/apiKey/keyUses.ts';
import { createCredentialVerifier } from '../identity/credentialVerifier.ts';
import type { DeskTeam } from '../identity/portal/deskSessions.ts';
import { countingQuotas, quotaLimits } from '../identity/quota/countingQuotas.ts';
import { memoryStore } from '../identity/quota/memoryQuotas.ts';
import type { RedisReport } from '../identity/quota/sharedQuotas.ts';
import { OwnTokens } from '../identity/token/ownTokens.ts';
import { type IssuerReport, RemoteIssuer } from '../identity/token/remoteIssuer.ts';
import { Revocations } from '../identity/token/revocations.ts';
import { TokenVerifier } from '../identity/token/tokenVerifier.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Closers } from './closers.ts';
import type { Secrets } from './obtainSecrets.ts';
import { openDeskTeam, openPortal } from './openPortal.ts';

/** The services about callers in a process. */
export interface RunningCallers {
  readonly credentials: CredentialVerifier;
  readonly quotas: Quotas;
  /** How people sign in to the pages of their account. */
  readonly portal: PortalAccess;
  /** The people who sign in to the desk; null: none. */
  readonly deskTeam: DeskTeam | null;
  /** Null with OAUTH_ISSUER, and in a process without SECRETS_KEY. */
  readonly ownTokens: OwnTokens | null;
  /** The graph's `issuer`, whose access tokens are accepted. */
  readonly issuerName: string;
  readonly onKeyRevoked: (id: string) => void;
  /** Null without REDIS_URL. */
  readonly redis: (() => RedisReport) | null;
  /** The address of an apparent proxy whose X-Forwarded-For is ignored; null while none was seen. */
  unreadProxy: string | null;
  /** Null without OAUTH_ISSUER. */
  readonly issuer: (() => IssuerReport) | null;
}

interface CallersOptions {
  readonly configuration: Configuration;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly logger: Logger;
  readonly closers: Closers;
  readonly metrics: Pick<Metrics, 'quotaRefused'>;
}

/** Starts verifying and counting callers. The process starts even while Redis or the issuer is unreachable. */
export async function startCallers(options: CallersOptions): Promise<RunningCallers> {
  const { configuration, database, logger, closers } = options;
  const { OAUTH_ISSUER: issuer, OAUTH_AUDIENCE: audience, OAUTH_HUMAN_CLAIM, PUBLIC_URL = null } = configuration;
  const uses = new KeyUses(database, (error) => logger.warn({ err: error }, 'the uses of keys were not written'));
  closers.add(() => uses.stop());
  const keys = new ApiKeyVerifier(database, uses, database.clock.now);
  const { secretsKeys } = options.secrets;
  const box = secretsKeys === null ? null : new SecretBox(secretsKeys);
  if (box !== null && (secretsKeys?.length ?? 0) > 1) reencryptInBackground(database, box, logger);
  const ownTokens =
    issuer === undefined && box !== null ? new OwnTokens({ database, box, audience, publicUrl: PUBLIC_URL }) : null;
  const remote = openRemoteIssuer(configuration);
  const issuerName = issuer ?? OWN_ISSUER;
  const people = issuer === undefined ? 'own' : (OAUTH_HUMAN_CLAIM ?? 'unknown');
  const revocations = remote === null ? null : new Revocations(database, issuerName);
  const trusted = ownTokens ?? remote;
  const tokens =
    trusted === null ? null : new TokenVerifier(trusted, audience, people, revocations, database.clock.now);
  const { quotas: uncounted, redis } = await openQuotas(options);
  const quotas = countRefusals(uncounted, options.metrics);
  const credentials = createCredentialVerifier({ keys, tokens });
  const parts = { configuration, database, credentials, quotas };
  return {
    credentials,
    quotas,
    portal: openPortal(parts),
    deskTeam: openDeskTeam(parts),
    ownTokens,
    issuerName,
    onKeyRevoked: (id) => keys.forget(id),
    redis,
    unreadProxy: null,
    issuer: remote === null ? null : () => remote.report(),
  };
}

function countRefusals(quotas: Quotas, { quotaRefused }: CallersOptions['metrics']): Quotas {
  return {
    ...quotas,
    async charge(counter, subject) {
      const state = await quotas.charge(counter, subject);
      if (state.exceeded) quotaRefused(counter);
      return state;
    },
  };
}

async function openQuotas({ configuration, logger, closers }: CallersOptions) {
  const { REDIS_URL: url, ROLES } = configuration;
  const limits = quotaLimits(configuration.quotas);
  const local = memoryStore(limits);
  // Without the public listener there are no callers.
  if (url === undefined || !ROLES.has('rest')) return { quotas: countingQuotas(limits, local), redis: null };
  const { sharedQuotas } = await import('../identity/quota/sharedQuotas.ts');
  const shared = await sharedQuotas({
    url,
    prefix: 'anime-catalog:',
    limits,
    local,
    onChange: (isShared, reason) =>
      isShared
        ? logger.info('quotas are counted in Redis')
        : logger.warn({ reason }, 'Redis is away: quotas are counted in this process alone'),
  });
  closers.add(() => shared.close());
  return { quotas: shared.quotas, redis: () => shared.report() };
}

function openRemoteIssuer({ OAUTH_ISSUER, ROLES }: Configuration): RemoteIssuer | null {
  if (OAUTH_ISSUER === undefined) return null;
  const issuer = new RemoteIssuer(OAUTH_ISSUER);
  if (ROLES.has('rest')) issuer.refresh();
  return issuer;
}

function reencryptInBackground(database: Database, box: SecretBox, logger: Logger): void {
  reencryptSecrets(database, box).then(
    (counts) => logger.info(counts, 'stored secrets are encrypted with the first SECRETS_KEY'),
    (error: unknown) => logger.error({ err: error }, 'stored secrets could not be re-encrypted'),
  );
}
