/** What an API key can be allowed. */
export const KEY_SCOPES = ['anime.read', 'search.read'] as const;

/** What a person's access token can be allowed beside that: managing webhooks. */
export const USER_SCOPES = ['webhooks.read', 'webhooks.write'] as const;

export const SCOPES = [...KEY_SCOPES, ...USER_SCOPES] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];
export type Scope = (typeof SCOPES)[number];

export function isKeyScope(text: string): text is KeyScope {
  return (KEY_SCOPES as readonly string[]).includes(text);
}

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
