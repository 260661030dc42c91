import type { Request } from 'express';
import type OidcProvider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../../database/database.ts';
import { recordEvent } from '../../graph/audit/recordEvent.ts';
import { clientAddress } from '../../graph/caller/clientAddress.ts';

interface SignInAttempt {
  /** As typed. */
  readonly name: string;
  /** Whether a user of that name exists: an unknown name may be a mistyped password. */
  readonly isKnown: boolean;
  readonly outcome: 'done' | 'refused';
  readonly address: string;
}

/** Records a judged attempt to sign in. Attempts refused with 429 are only logged, or a flood would be stored. */
export function recordSignIn(
  { client }: Pick<Database, 'client'>,
  { name, isKnown, outcome, address }: SignInAttempt,
): Promise<void> {
  const actor = outcome === 'done' ? `user:${name}` : 'anonymous';
  return recordEvent(client, { kind: 'signIn', outcome, actor, object: isKnown ? name : null, address });
}

/** Records issued and revoked tokens, grants and sessions. The object is the application, if there is one. */
export function recordProvider(provider: OidcProvider, database: Database, onError: (error: Error) => void): void {
  const record = (kind: string) => (context: KoaContextWithOIDC) => {
    const { client, entities } = context.oidc;
    const subject = Object.values(entities)
      .map(accountOf)
      .find((id) => id !== undefined);
    const { ip, socket } = context.req as Request;
    recordEvent(database.client, {
      ...{ kind, outcome: 'done', address: clientAddress(ip, socket.remoteAddress) },
      actor: subject === undefined ? `client:${client?.clientId ?? 'unknown'}` : `user:${subject}`,
      object: client?.clientId ?? null,
    }).catch(onError);
  };
  provider.on('grant.success', record('issueToken'));
  provider.on('grant.revoked', record('revokeGrant'));
  provider.on('end_session.success', record('signOut'));
}

function accountOf(entity: unknown): string | undefined {
  const { accountId } = (entity ?? {}) as { readonly accountId?: unknown };
  return typeof accountId === 'string' ? accountId : undefined;
}
