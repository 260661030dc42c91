import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database } from '../../database/database.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Applications with a redirect URI, as the issuer's public clients: they hold no secret and must use PKCE. */
export class RegisteredClients implements Adapter {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (!UUID.test(id)) return undefined;
    const application = await this.#database.client.application.findUnique({ where: { id } });
    if (application === null || application.redirectUris.length === 0) return undefined;
    const isNative = application.redirectUris.some((uri) => uri.startsWith('http:'));
    return {
      client_id: application.id,
      client_name: application.name,
      // RFC 8252, 7.3: a program on the user's own machine may listen on any port.
      application_type: isNative ? 'native' : 'web',
      redirect_uris: application.redirectUris,
      response_types: ['code'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
    };
  }

  /** Applications are registered with the command line alone. */
  async upsert(): Promise<void> {}
  async findByUserCode(): Promise<undefined> {}
  async findByUid(): Promise<undefined> {}
  async consume(): Promise<void> {}
  async destroy(): Promise<void> {}
  async revokeByGrantId(): Promise<void> {}
}
