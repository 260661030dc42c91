import { errorMessage } from '../base/errors.ts';
import { withTimeout } from '../base/withTimeout.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { accountSignIn, deskSignIn } from '../configuration/signIn.ts';
import type { DiagnosticCheck } from '../graph/diagnostics/port.ts';
import { namedCheck } from './namedCheck.ts';

const PATIENCE_MS = 2_000;

/** Why Redis does not answer from here; null: it does. */
async function reachRedis(url: string): Promise<string | null> {
  const { createClient } = await import('@redis/client');
  const socket = { connectTimeout: PATIENCE_MS, reconnectStrategy: false } as const;
  const client = createClient({ url, disableOfflineQueue: true, socket }).on('error', () => {});
  try {
    const late = () => new Error(`no answer within ${PATIENCE_MS} ms`);
    await withTimeout(
      client.connect().then(() => client.ping()),
      PATIENCE_MS,
      late,
    );
    return null;
  } catch (error) {
    return errorMessage(error);
  } finally {
    client.destroy();
  }
}

/** The state of this process's Redis connection. */
interface RedisReport {
  readonly isShared: boolean;
  readonly lastError: string | null;
  readonly localCounts: number;
}

/** The result of the last fetch of an issuer's keys. */
interface IssuerReport {
  readonly keys: number;
  readonly refusedKeys: readonly string[];
  readonly readAt: number | null;
  readonly lastError: string | null;
}

const REDIS_REMEDY =
  'Check that Redis runs and that REDIS_URL reaches it from this machine; callers are served without it.';

/** Whether all replicas share their quotas. @param report null where this process counts none, or none runs */
export async function examineRedis(
  { REDIS_URL }: Pick<Configuration, 'REDIS_URL'>,
  report: RedisReport | null,
): Promise<DiagnosticCheck> {
  const check = namedCheck('redis');
  if (REDIS_URL === undefined) return check('off', 'REDIS_URL is unset: quotas are counted in each process alone.');
  if (report === null) {
    const reason = await reachRedis(REDIS_URL);
    if (reason === null) return check('ok', 'Redis answers; processes with the role rest count quotas there.');
    return check('warning', `Redis does not answer (${reason}).`, REDIS_REMEDY);
  }
  if (report.isShared) return check('ok', 'Quotas are counted in Redis, together with every replica.');
  return check(
    'warning',
    `Redis does not answer (${report.lastError}): quotas are counted in each process alone, ${report.localCounts} calls since the start.`,
    REDIS_REMEDY,
  );
}

/** Whether access tokens can be verified. @param report null without an external issuer */
export function examineIssuer(configuration: Configuration, report: IssuerReport | null): DiagnosticCheck {
  const check = namedCheck('issuer');
  const { OAUTH_ISSUER: issuer, OAUTH_HUMAN_CLAIM, PUBLIC_URL = null } = configuration;
  if (issuer === undefined) return check('ok', `People make access tokens at ${at(PUBLIC_URL, '/account/tokens')}.`);
  if (report?.lastError == null && OAUTH_HUMAN_CLAIM === undefined) {
    return check(
      'warning',
      `Tokens of ${issuer} are taken, but none for webhooks: OAUTH_HUMAN_CLAIM is unset, so no token is known to be a person's.`,
      "Set it to the claim that the issuer writes into people's tokens alone (docs/callers.md#people-and-machines).",
    );
  }
  if (report === null || (report.readAt === null && report.lastError === null)) {
    return check('ok', `Tokens of ${issuer} are taken; its keys have not been needed yet.`);
  }
  if (report.lastError === null && report.refusedKeys.length > 0) {
    return check(
      'warning',
      `Of the keys of ${issuer} ${report.keys} are taken; ${report.refusedKeys.join('; ')}.`,
      'Tokens signed with the others are refused (401): let the issuer publish public RSA keys of 2048 bits, P-256 or Ed25519.',
    );
  }
  if (report.lastError === null) return check('ok', `Tokens of ${issuer} are taken; it has ${report.keys} keys.`);
  return check(
    report.readAt === null ? 'failed' : 'warning',
    `${report.lastError}${report.readAt === null ? '' : `; the ${report.keys} keys read at ${new Date(report.readAt).toISOString()} serve`}.`,
    'Check that OAUTH_ISSUER is exactly the issuer that tokens name and that this machine reaches it.',
  );
}

/** Whether people can sign in to the pages of their account, and be invited there. */
export function examineAccount(configuration: Configuration): DiagnosticCheck {
  const check = namedCheck('account');
  if (!configuration.PAGES) return check('off', 'PAGES is off: nobody signs in to /account.');
  const account = accountSignIn(configuration);
  if (account.kind === 'missing') {
    // People of another issuer have their tokens from there.
    if (configuration.OAUTH_ISSUER !== undefined) {
      return check('off', `Nobody can sign in to /account: ${account.remedy}.`);
    }
    const remedy = `${account.remedy.replace(/^set/, 'Set')}, or OAUTH_ISSUER to an issuer of your own.`;
    return check('warning', 'Nobody can sign in to /account, be invited or make a webhook.', remedy);
  }
  return check('ok', `People sign in at ${at(account.url, '/account')}.`);
}

/** Whether a team can sign in to the desk; the link of the command line works in any case. */
export function examineDesk(configuration: Configuration): DiagnosticCheck {
  const check = namedCheck('desk');
  if (!configuration.ROLES.has('graph')) return check('off', 'The desk is served by processes with the role graph.');
  const desk = deskSignIn(configuration);
  if (desk.kind === 'missing') {
    return check('off', `catalog review open lets people in to the desk; for a team that signs in, ${desk.remedy}.`);
  }
  return check('ok', `Who may review signs in at ${desk.url ?? 'the internal listener, on this computer'}.`);
}

/** A path of the public listener, whose origin is not always known here. */
function at(origin: string | null, path: string): string {
  return origin === null ? `${path} of the public listener` : `${origin}${path}`;
}
