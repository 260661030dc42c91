/**
 * The kinds of public events (docs/contract.md#events), each with its entity and meaning. The bodies and REST's
 * description derive from this table; tests compare it with the schema, the database and the documents.
 */
export const eventKinds = {
  'anime.created': { entity: 'anime', meaning: 'An anime was published for the first time.' },
  'anime.updated': { entity: 'anime', meaning: 'A published anime changed.' },
  'episode.released': { entity: 'episode', meaning: "The first confirmation of an episode's release, once ever." },
  'episode.updated': { entity: 'episode', meaning: 'Schedules, delays, cancellations and corrections of an episode.' },
} as const satisfies Record<string, { readonly entity: 'anime' | 'episode'; readonly meaning: string }>;

type EventKind = keyof typeof eventKinds;
/** Prisma's name of a kind, which allows no dots. */
type StoredKind<Kind = EventKind> = Kind extends `${infer Entity}.${infer Change}` ? `${Entity}_${Change}` : never;

export function storedKind(kind: EventKind): StoredKind {
  return kind.replace('.', '_') as StoredKind;
}

export function eventKindOf(stored: StoredKind): EventKind {
  return stored.replace('_', '.') as EventKind;
}
