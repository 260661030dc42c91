/** On whose behalf an operation runs. `tool` is a caller of the internal listener, `actor` the person behind it (X-Actor). */
export type Viewer = { readonly kind: 'public' } | { readonly kind: 'tool'; readonly actor: string | null };
