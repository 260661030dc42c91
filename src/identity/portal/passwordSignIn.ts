import type { Database } from '../../database/database.ts';
import type { User } from '../../database/generated/client.ts';
import { recordEvent } from '../../graph/audit/recordEvent.ts';
import {
  type PasswordSignIn as PasswordSignInPort,
  type PortalSession,
  SignInRefused,
} from '../../graph/caller/portal.ts';
import type { QuotaState, Quotas } from '../../graph/caller/quotas.ts';
import { REVIEW } from '../../graph/model/permissions.ts';
import { verifyPassword } from '../../graph/user/password.ts';
import { isUserName } from '../../graph/user/users.ts';
import type { PortalSessions } from './portalSessions.ts';

interface PasswordSignInSettings {
  readonly database: Pick<Database, 'client'>;
  readonly quotas: Quotas;
  readonly sessions: PortalSessions;
}

/** Seconds until the queued password checks are done. */
const BUSY_S = 5;
/** A counter's subject: no account has a longer name. */
const LONGEST_NAME = 64;

/** Signs people in by name and password. Attempts are counted against account and address before the lookup. */
export class PasswordSignIn implements PasswordSignInPort {
  readonly kind = 'password';
  readonly #settings: PasswordSignInSettings;

  constructor(settings: PasswordSignInSettings) {
    this.#settings = settings;
  }

  async begin(given: Parameters<PasswordSignInPort['begin']>[0]): Promise<PortalSession> {
    const { database, quotas, sessions } = this.#settings;
    const { password, address } = given;
    const name = given.name.trim().toLowerCase();
    const counted = name.slice(0, LONGEST_NAME);
    const refund = async () => {
      await quotas.giveBack('signInsOfAddress', address);
      await quotas.giveBack('signInsOfAccount', counted);
    };
    // A refused address must not lock further accounts.
    refuseExceeded(await quotas.charge('signInsOfAddress', address));
    refuseExceeded(await quotas.charge('signInsOfAccount', counted));
    const user = isUserName(name) ? await database.client.user.findUnique({ where: { name } }) : null;
    const matches = await verifyPassword(password, user?.passwordHash ?? null, address);
    if (matches === null) {
      await refund();
      throw tooMany(BUSY_S, 'Many people are signing in now: try again in a few seconds.');
    }
    const session = await this.#beginFor(matches ? user : null, user?.name ?? null, address);
    if (session !== null) {
      await refund();
      return session;
    }
    // Only who knows the password learns why.
    if (matches && sessions.atDesk && user?.disabledAt === null) {
      await refund();
      throw mayNotReview(name, `catalog users grant ${name} ${REVIEW} permits it`);
    }
    throw new SignInRefused('Name or password is wrong.', { status: 401 });
  }

  async beginNew(name: string, address: string): Promise<PortalSession | null> {
    const user = await this.#settings.database.client.user.findUnique({ where: { name } });
    return await this.#beginFor(user, name, address);
  }

  /** @param name of a known account; any other is not recorded: it may be a mistyped password */
  async #beginFor(user: User | null, name: string | null, address: string): Promise<PortalSession | null> {
    const { database, sessions } = this.#settings;
    const session = user === null ? null : await sessions.beginFor(user);
    const outcome = session === null ? 'refused' : 'done';
    const actor = session === null ? 'anonymous' : `user:${name}`;
    await recordEvent(database.client, { kind: 'signIn', outcome, actor, object: name, address });
    return session;
  }
}

/** The refusal of a person who is known and has no permission. @param remedy a clause */
export function mayNotReview(name: string, remedy: string): SignInRefused {
  return new SignInRefused(`${name} may not review: ${remedy}.`, { status: 403 });
}

function refuseExceeded({ exceeded, resetMs }: QuotaState): void {
  if (!exceeded) return;
  const seconds = Math.ceil(resetMs / 1000);
  const minutes = Math.ceil(seconds / 60);
  throw tooMany(seconds, `Too many attempts: try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`);
}

function tooMany(retryAfterSeconds: number, message: string): SignInRefused {
  return new SignInRefused(message, { status: 429, retryAfterSeconds });
}
