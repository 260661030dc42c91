import { parseUuid } from '../../graph/model/uuid.ts';
import type { Caller } from '../../graph/model/viewer.ts';
import type { Access } from '../endpoint/access.ts';
import { ProblemError } from '../problem/problemError.ts';

/** @throws ProblemError insufficient_scope, when the credential lacks the operation's scope */
export function requireScope(caller: Caller, { scope, human }: Access): void {
  if (scope === null || caller.scopes.has(scope)) return;
  const keyRemedy = human
    ? "Only a person's access token can have it."
    : 'A key never gains a scope: create a new one.';
  const remedy = caller.kind === 'key' ? keyRemedy : 'Sign in again and ask for it.';
  throw new ProblemError('insufficient_scope', `This operation needs the scope ${scope}. ${remedy}`, {
    headers: { 'WWW-Authenticate': `Bearer realm="anime-catalog", error="insufficient_scope", scope="${scope}"` },
  });
}

/** @throws ProblemError human_user_required */
export function requirePerson(caller: Caller, { human, apiKey }: Access): void {
  const doubt = caller.kind === 'user' ? caller.doubt : '';
  const isAllowed = human ? doubt === undefined : caller.kind !== 'key' || apiKey;
  if (isAllowed) return;
  throw new ProblemError('human_user_required', `This operation needs a person's access token. ${doubt}`.trimEnd());
}

/**
 * A malformed id is a fault of the parameter, refused later.
 * @param ownerOf the owner of an application; null for an unknown one
 * @throws ProblemError not_owner, not_found
 */
export async function requireOwner(
  caller: Caller,
  access: Access,
  parameters: Readonly<Record<string, string>>,
  ownerOf: (applicationId: string) => Promise<string | null>,
): Promise<void> {
  const id = access.ownerOf === null ? null : parseUuid(parameters[access.ownerOf] ?? '');
  if (id === null) return;
  const owner = await ownerOf(id);
  if (owner === null) throw new ProblemError('not_found', 'There is no application with this identifier.');
  if (caller.kind !== 'user' || caller.subject !== owner) {
    throw new ProblemError('not_owner', 'The application belongs to somebody else.');
  }
}
