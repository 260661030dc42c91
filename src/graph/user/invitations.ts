import { randomBytes } from 'node:crypto';
import type { Database, TransactionClient } from '../../database/database.ts';
import type { User } from '../../database/generated/client.ts';
import { CatalogError } from '../model/errors.ts';
import { secretDigest } from '../model/secretDigest.ts';
import { checkPassword } from './checkPassword.ts';
import { hashPassword } from './password.ts';
import { checkUserName, insertUser } from './users.ts';

/** Where the link of an invitation leads, at the public listener. */
export const INVITATION_PATH = '/account/invitation';

/** The place of the page behind invitations. */
export type InvitationPlace =
  /** The origin of the public listener. */
  | { readonly kind: 'served'; readonly origin: string }
  /** No such page: `remedy` is a clause that says what to do. */
  | { readonly kind: 'missing'; readonly remedy: string };

/** For how long the link can be used. */
const INVITATION_HOURS = 24;

/** For how long the page says when it ended. */
const ENDED_MS = 7 * 86_400_000;

const USED = 'The link was used: sign in with the password that was set.';

const SECRET = /^[\w-]{43}$/;

/** A new invitation: its link, and its end. */
interface Invited {
  /** Of the public listener; its query holds the secret, of which only the digest is stored. */
  readonly path: string;
  readonly expiresAt: Date;
}

/**
 * Invites a person to set a password for a new account; an earlier invitation of the name ends.
 * @throws CatalogError invalid_parameter, conflict when the user exists
 */
export async function inviteUser(client: TransactionClient, name: string, now: Date): Promise<Invited> {
  checkUserName(name);
  const user = await client.user.findUnique({ where: { name } });
  if (user !== null) throw isThere(user);
  const secret = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + INVITATION_HOURS * 3_600_000);
  const row = { digest: secretDigest(secret), expiresAt, usedAt: null };
  await client.invitation.upsert({ where: { name }, create: { name, ...row }, update: row });
  return { path: `${INVITATION_PATH}?${new URLSearchParams({ invitation: secret })}`, expiresAt };
}

/**
 * The name of the invited person. @throws CatalogError conflict for an invitation that is not valid, with the reason
 */
export async function invitedName({ client }: Pick<Database, 'client'>, secret: string, now: Date): Promise<string> {
  const invitation = SECRET.test(secret)
    ? await client.invitation.findUnique({ where: { digest: secretDigest(secret) } })
    : null;
  if (invitation === null) {
    throw refused('The link is unknown, or a later one has replaced it: use the whole latest link.');
  }
  if (invitation.usedAt !== null) throw refused(USED);
  if (invitation.expiresAt <= now) {
    throw refused(`The link expired at ${invitation.expiresAt.toISOString()}: ask for a new one.`);
  }
  return invitation.name;
}

/**
 * Creates the account of an invitation; only one of concurrent uses does.
 * @param name the invitation's
 * @throws CatalogError conflict as `invitedName`, and when the user was created since; invalid_parameter
 */
export async function acceptInvitation(
  database: Database,
  { name, invitation, password }: { readonly name: string; readonly invitation: string; readonly password: string },
  now: Date,
): Promise<User> {
  if ((await invitedName(database, invitation, now)) !== name) throw refused('The link is for another name.');
  await checkPassword(password, name);
  const passwordHash = await hashPassword(password);
  return await database.transaction(async (client) => {
    const unused = { digest: secretDigest(invitation), usedAt: null };
    const { count } = await client.invitation.updateMany({ where: unused, data: { usedAt: now } });
    if (count === 0) throw refused(USED);
    return await insertUser(client, name, passwordHash);
  });
}

/** Deletes invitations that ended a week ago; until then their page says when they did. @returns how many */
export async function removeEndedInvitations({ client }: Pick<Database, 'client'>): Promise<number> {
  const { count } = await client.invitation.deleteMany({
    where: { expiresAt: { lt: new Date(Date.now() - ENDED_MS) } },
  });
  return count;
}

/** The refusal where no page takes an invitation. */
export function noInvitationPage(remedy: string): CatalogError {
  return new CatalogError(
    'conflict',
    `There is no page where the person could set a password: ${remedy}, or make the account by users create.`,
  );
}

function isThere({ name, disabledAt }: User): CatalogError {
  const remedy =
    disabledAt === null
      ? `users password ${name} gives another password`
      : `disabled; users enable ${name} lets them in`;
  return new CatalogError('conflict', `There is a user ${name} already: ${remedy}.`, { parameter: 'name' });
}

function refused(message: string): CatalogError {
  return new CatalogError('conflict', message, { parameter: 'invitation' });
}
