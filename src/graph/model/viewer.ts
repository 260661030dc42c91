/** On whose behalf an operation runs. */
export type Viewer =
  /** An anonymous caller of the public interface. */
  | { readonly kind: 'public' }
  /**
   * A caller of the internal listener; `actor` is the person behind it, of X-Actor or of the desk's session, `isAtDesk`
   * where she signed in there.
   */
  | { readonly kind: 'tool'; readonly actor: string | null; readonly isAtDesk?: boolean }
  | Caller;

/** The holder of a valid credential of the public interface. */
export type Caller =
  /** An application with one of its API keys; `id` is the key's public part. */
  | { readonly kind: 'key'; readonly id: string; readonly applicationId: string; readonly scopes: Scopes }
  /**
   * A user with an access token, or signed in at the pages of her account: `session` is its id. `doubt` is why the
   * token is not known to be a person's, absent where it is.
   */
  | {
      readonly kind: 'user';
      readonly subject: string;
      readonly scopes: Scopes;
      readonly doubt?: string;
      readonly session?: string;
    }
  /** A program with its own access token (client credentials). */
  | { readonly kind: 'client'; readonly clientId: string; readonly scopes: Scopes };

/** The credential's scopes, unknown ones included. */
type Scopes = ReadonlySet<string>;
