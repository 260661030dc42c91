/**
 * What credentials can be allowed (docs/contract.md#authentication). What endpoints demand, the page of
 * consent, the schema, the description of REST and the command line's help derive from this table; the CHECK of
 * keys and the documents are compared with it.
 */
export const scopes = {
  'anime.read': {
    keys: true,
    meaning: 'catalogue, episodes, releases, schedules, premieres',
    consent: 'read the catalogue, episodes, releases and schedules with your quota',
  },
  'search.read': { keys: true, meaning: 'search', consent: 'search the catalogue with your quota' },
  'webhooks.read': {
    keys: false,
    meaning: "reading webhooks of one's own applications, and what was delivered",
    consent: 'see the webhooks of your applications, and what was delivered',
  },
  'webhooks.write': {
    keys: false,
    meaning: "creating, changing and deleting webhooks of one's own applications",
    consent: 'create, change and delete webhooks of your applications',
  },
} as const satisfies Record<string, ScopeFacts>;

interface ScopeFacts {
  /**
   * Whether API keys can carry it, and tokens of programs are served with it; a person's token can carry every scope.
   */
  readonly keys: boolean;
  /** What it grants, for the documents. */
  readonly meaning: string;
  /** What a person consents to: "ask you to let it …". */
  readonly consent: string;
}

export type Scope = keyof typeof scopes;
/** A scope that API keys can carry. */
export type KeyScope = { [S in Scope]: (typeof scopes)[S]['keys'] extends true ? S : never }[Scope];
/** A scope of people alone. */
export type UserScope = Exclude<Scope, KeyScope>;

export const SCOPES = Object.keys(scopes) as readonly Scope[];
export const KEY_SCOPES = SCOPES.filter((scope): scope is KeyScope => scopes[scope].keys);

export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopes, text);
}
