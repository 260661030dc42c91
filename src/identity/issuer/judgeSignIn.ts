import type { Database } from '../../database/database.ts';
import type { Quotas } from '../../graph/caller/quotas.ts';
import { verifyPassword } from '../../graph/user/password.ts';
import { isUserName } from '../../graph/user/users.ts';
import { recordSignIn } from './recordIssuer.ts';

/** Seconds until the queued password checks are done. */
const BUSY_S = 5;

/**
 * Judges a name and password. Failures are counted against account and address before the lookup.
 * @returns null when both are right, else the refusal
 */
export async function judgeSignIn(
  { database, quotas }: { readonly database: Pick<Database, 'client'>; readonly quotas: Quotas },
  { name, password, address }: { readonly name: string; readonly password: string; readonly address: string },
) {
  const counted = [
    await quotas.charge('signInsOfAddress', address),
    await quotas.charge('signInsOfAccount', name.slice(0, 64)),
  ];
  const exceeded = counted.filter((state) => state.exceeded);
  if (exceeded.length > 0) {
    const retryAfter = Math.ceil(Math.max(...exceeded.map(({ resetMs }) => resetMs)) / 1000);
    const minutes = Math.ceil(retryAfter / 60);
    return {
      status: 429,
      retryAfter,
      text: `Too many attempts: try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    };
  }
  const user = isUserName(name) ? await database.client.user.findUnique({ where: { name } }) : null;
  const matches = await verifyPassword(password, user?.passwordHash ?? null);
  const isAdmitted = matches && user !== null && user.disabledAt === null;
  if (matches !== null) {
    const outcome = isAdmitted ? 'done' : 'refused';
    await recordSignIn(database, { name, isKnown: user !== null, outcome, address });
  }
  if (matches !== null && !isAdmitted) {
    return { status: 401, text: 'Name or password is wrong.' };
  }
  await quotas.giveBack('signInsOfAddress', address);
  await quotas.giveBack('signInsOfAccount', name.slice(0, 64));
  if (matches) return null;
  return { status: 429, retryAfter: BUSY_S, text: 'Many people are signing in now: try again in a few seconds.' };
}
