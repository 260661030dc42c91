/** On whose behalf an operation runs. */
export type Viewer =
  /** An anonymous caller of the public interface. */
  | { readonly kind: 'public' }
  /** A caller of the internal listener; `actor` is the person behind it (X-Actor). */
  | { readonly kind: 'tool'; readonly actor: string | null }
  | Caller;

/** Who stands behind a valid credential of the public interface. */
export type Caller =
  /** An application with one of its API keys; `id` is the public part of the key. */
  | { readonly kind: 'key'; readonly id: string; readonly applicationId: string; readonly scopes: Scopes }
  /** A person with an access token. */
  | { readonly kind: 'user'; readonly subject: string; readonly scopes: Scopes }
  /** A program with an access token of its own (client credentials). */
  | { readonly kind: 'client'; readonly clientId: string; readonly scopes: Scopes };

/** What the credential carries, unknown scopes included. */
type Scopes = ReadonlySet<string>;
