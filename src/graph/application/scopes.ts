/** What an API key can be allowed. */
export const KEY_SCOPES = ['anime.read', 'search.read'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

export function isKeyScope(text: string): text is KeyScope {
  return (KEY_SCOPES as readonly string[]).includes(text);
}
