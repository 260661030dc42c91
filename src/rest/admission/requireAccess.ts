import { parseUuid } from '../../graph/model/uuid.ts';
import type { Caller, Viewer } from '../../graph/model/viewer.ts';
import type { Access } from '../endpoint/access.ts';
import { percentDecode } from '../parameters/percentDecode.ts';
import { ProblemError } from '../problem/problemError.ts';

/** @throws ProblemError insufficient_scope, when the credential does not carry what the operation needs */
export function requireScope(caller: Caller, { scope }: Access): void {
  if (scope === null || caller.scopes.has(scope)) return;
  const remedy =
    caller.kind === 'key' ? 'A key never gains a scope: create a new one.' : 'Sign in again and ask for it.';
  throw new ProblemError('insufficient_scope', `This operation needs the scope ${scope}. ${remedy}`, {
    headers: { 'WWW-Authenticate': `Bearer realm="anime-catalog", error="insufficient_scope", scope="${scope}"` },
  });
}

/** @throws ProblemError human_user_required */
export function requirePerson(caller: Caller, { human, apiKey }: Access): void {
  const isWelcome = caller.kind === 'user' || (caller.kind === 'key' ? apiKey && !human : !human);
  if (isWelcome) return;
  throw new ProblemError('human_user_required', "This operation needs a person's access token.");
}

interface OwnedPath {
  readonly access: Access;
  /** The path's parameters as sent. */
  readonly segments: Readonly<Record<string, string>>;
  /** The owner of an application; null when there is none. */
  readonly ownerOf: (applicationId: string) => Promise<string | null>;
}

/** As the operation will read it: %30 is an owner's 0 too. */
function decoded(sent: string): string {
  try {
    return percentDecode(sent);
  } catch {
    return '';
  }
}

/** A malformed id, or broken encoding, is the parameter's own fault and told later. @throws ProblemError not_owner, not_found */
export async function requireOwner(viewer: Viewer, { access, segments, ownerOf }: OwnedPath): Promise<void> {
  const sent = access.ownerOf === null ? undefined : segments[access.ownerOf];
  if (sent === undefined) return;
  const id = parseUuid(decoded(sent));
  if (id === null) return;
  const owner = await ownerOf(id);
  if (owner === null) throw new ProblemError('not_found', 'There is no application with this identifier.');
  if (viewer.kind !== 'user' || viewer.subject !== owner) {
    throw new ProblemError('not_owner', 'The application belongs to somebody else.');
  }
}
