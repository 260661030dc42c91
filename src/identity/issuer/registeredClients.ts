import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database } from '../../database/database.ts';
import type { Application } from '../../database/generated/client.ts';
import { isLoopbackClient } from '../../graph/application/redirectUris.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import { ownClient } from './ownClients.ts';

/**
 * The service's own pages, and applications with a redirect URI, as the issuer's public clients: without a secret, and
 * required to use PKCE.
 */
export class RegisteredClients implements Adapter {
  readonly #database: Database;
  readonly #own: (id: string) => AdapterPayload | undefined;

  /** @param issuer its identifier @param deskUrl see `ownClient` */
  constructor(database: Database, issuer: string, deskUrl: string | null) {
    this.#database = database;
    this.#own = (id) => ownClient(id, issuer, deskUrl);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const own = this.#own(id);
    if (own !== undefined || parseUuid(id) !== id) return own;
    const application = await this.#database.client.application.findUnique({
      where: { id, disabledAt: null, deletedAt: null },
    });
    if (application === null || application.redirectUris.length === 0) return undefined;
    return clientMetadata(application);
  }

  /** Only the command line registers applications. */
  async upsert(): Promise<void> {}
  async findByUserCode(): Promise<undefined> {}
  async findByUid(): Promise<undefined> {}
  async consume(): Promise<void> {}
  async destroy(): Promise<void> {}
  async revokeByGrantId(): Promise<void> {}
}

/** The client metadata of oidc-provider. */
export function clientMetadata({
  id,
  name,
  redirectUris,
}: Pick<Application, 'id' | 'name' | 'redirectUris'>): AdapterPayload {
  return {
    client_id: id,
    client_name: name,
    application_type: isLoopbackClient(redirectUris) ? 'native' : 'web',
    redirect_uris: redirectUris,
    post_logout_redirect_uris: redirectUris,
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
    id_token_signed_response_alg: 'ES256',
  };
}
