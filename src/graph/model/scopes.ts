/**
 * The scopes of credentials (docs/contract.md#authentication). Endpoint access, the page of access tokens, REST's
 * description and the command line's help derive from this table; tests compare it with the CHECK of keys, the schema's
 * descriptions and the documents.
 */
export const scopes = {
  'anime.read': {
    keys: true,
    meaning: 'catalogue, episodes, releases, schedules, premieres',
  },
  'search.read': { keys: true, meaning: 'search' },
  'webhooks.read': {
    keys: false,
    meaning: "reading webhooks of one's own applications, and what was delivered",
  },
  'webhooks.write': {
    keys: false,
    meaning: "creating, changing and deleting webhooks of one's own applications",
  },
} as const satisfies Record<string, ScopeFacts>;

interface ScopeFacts {
  /** Whether API keys and tokens of programs can carry it; a person's token can carry every scope. */
  readonly keys: boolean;
  /** The right, for the documents. */
  readonly meaning: string;
}

export type Scope = keyof typeof scopes;
/** A scope for API keys. */
export type KeyScope = { [S in Scope]: (typeof scopes)[S]['keys'] extends true ? S : never }[Scope];
/** A scope for people only. */
export type UserScope = Exclude<Scope, KeyScope>;

export const SCOPES = Object.keys(scopes) as readonly Scope[];
export const KEY_SCOPES = SCOPES.filter((scope): scope is KeyScope => scopes[scope].keys);

export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopes, text);
}
