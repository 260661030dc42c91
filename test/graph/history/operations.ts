import { fc } from '../../support/randomCases.ts';

/** What somebody does to the catalogue; works, episodes and choices are small numbers, so that they meet. */
export type Operation =
  | {
      readonly kind: 'import';
      readonly records: readonly SaidRecord[];
      readonly review: boolean;
      readonly most: number;
    }
  | { readonly kind: 'series'; readonly records: readonly SaidRecord[]; readonly most: number }
  | { readonly kind: 'replay'; readonly back: number }
  | { readonly kind: 'killed import'; readonly records: readonly SaidRecord[]; readonly afterMs: number }
  | { readonly kind: 'decide'; readonly which: number; readonly choice: 'approve' | 'into' | 'new' | 'reject' }
  | { readonly kind: 'unpin'; readonly which: number; readonly episode: boolean }
  | { readonly kind: 'title'; readonly which: number; readonly title: string; readonly as: 'short' | 'official' | null }
  | { readonly kind: 'merge'; readonly from: number; readonly into: number }
  | { readonly kind: 'edit'; readonly what: 'synopsis' | 'status' | 'genre'; readonly which: number }
  | { readonly kind: 'approve source'; readonly approved: boolean }
  | { readonly kind: 'restart' };

/** A record without the round's prefix in its keys. */
export type SaidRecord = Readonly<Record<string, unknown>> & {
  readonly type: 'anime' | 'episode';
  readonly source: string;
  readonly sourceId: string;
};

const APPROVED = ['mal', 'anilist', 'anidb'] as const;

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
// One work and one source have most of it: what goes wrong goes wrong where records meet.
const source = fc.constantFrom<string>('mal', 'mal', ...APPROVED, 'blog');
const work = fc.constantFrom('1', '1', '1', '2', '3');
const names = fc.uniqueArray(fc.constantFrom('Ōkami', 'ōkami', 'Drama', 'SCI-FI', 'Sci-Fi'), { maxLength: 3 });
const titles = fc.array(
  fc.record({
    title: fc.constantFrom('A', 'A', 'B', '東京'),
    language: maybe(fc.option(fc.constantFrom('ja', 'en'))),
    kind: maybe(fc.option(fc.constantFrom('official', 'synonym'))),
  }),
  { minLength: 1, maxLength: 2 },
);

const anime = fc
  .record({
    source,
    sourceId: work,
    titles: fc.option(titles, { nil: undefined, freq: 4 }),
    externalIds: maybe(
      fc.dictionary(fc.constantFrom('mal', 'anilist', 'anidb', 'kitsu', 'tmdb'), work, { maxKeys: 3 }),
    ),
    year: maybe(fc.option(fc.constantFrom(2001, 2002))),
    format: maybe(fc.constantFrom('tv', 'movie', 'unknown')),
    episodes: maybe(fc.option(fc.constantFrom(0, -0, 12))),
    synopsis: maybe(fc.option(fc.constantFrom('one', 'two'))),
    isAdult: maybe(fc.option(fc.boolean())),
    genres: maybe(names),
    studios: maybe(names),
    images: maybe(fc.constantFrom([], [{ url: 'https://example.com/a.png' }])),
    popularity: maybe(fc.option(fc.constantFrom(-0, 0, 1, 2))),
  })
  .map((record) => ({ type: 'anime' as const, ...record }));

const episode = fc
  .record({
    source,
    work,
    key: fc.constantFrom('0', '1', '2', '3'),
    parent: fc.constantFrom<string | null>(null, null, null, '1', '2'),
    number: fc.constantFrom(-0, 1, 1, 2, 2.5),
    partial: fc.constantFrom(false, false, true),
    titles: maybe(titles),
    standing: fc.constantFrom(
      {},
      { status: 'scheduled', scheduledAt: '2025-06-01T00:00:00Z' },
      { status: 'delayed' },
      { status: 'released', releasedAt: '2025-06-01T00:00:00.000Z' },
      { status: 'cancelled', scheduledAt: null },
    ),
  })
  .map(({ source: name, work: of, key, parent, number, partial, titles: said, standing }) => ({
    type: 'episode' as const,
    source: name,
    sourceId: `${of}/${key}`,
    ...(partial ? {} : { anime: { source: name, sourceId: parent ?? of }, number }),
    titles: said,
    ...standing,
  }));

/** Of one key once in a batch; in any order, so that an episode may come before its anime and be rejected. */
const batch: fc.Arbitrary<readonly SaidRecord[]> = fc.uniqueArray(fc.oneof(anime, episode, episode), {
  selector: ({ type, source: name, sourceId }) => `${type} ${name} ${sourceId}`,
  minLength: 1,
  maxLength: 8,
});

/** A source tells of a whole series, numbered anew, in imports of so many records: it may stand in its own way between them. */
const series = fc
  .record({
    source: fc.constantFrom<string>('mal', 'mal', ...APPROVED),
    work,
    keys: fc.subarray(['0', '1', '2', '3', '4', '5'], { minLength: 2 }),
    first: fc.constantFrom(0, 1, 2, 3),
    turned: fc.constantFrom(false, false, true),
    backwards: fc.boolean(),
    most: fc.constantFrom(1, 2, 3, 9),
    title: fc.constantFrom('A', 'B'),
  })
  .map(({ source: name, work: of, keys, first, turned, backwards, most, title }) => {
    const parent = { source: name, sourceId: of };
    const records = (turned ? [...keys].reverse() : keys).map((key, index) => ({
      ...{ type: 'episode' as const, source: name, sourceId: `${of}/${key}`, anime: parent, number: first + index },
      ...{ titles: [{ title: `${title} ${key}` }], status: 'released', releasedAt: '2025-06-01T00:00:00.000Z' },
    }));
    const anime = { type: 'anime' as const, ...parent, titles: [{ title }], externalIds: { mal: of } };
    return { kind: 'series' as const, records: [anime, ...(backwards ? records.reverse() : records)], most };
  });

const small = fc.nat(5);

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      records: batch,
      review: fc.constantFrom(false, false, false, true),
      most: fc.constantFrom(8, 8, 1, 2, 3),
    }),
  },
  { weight: 4, arbitrary: series },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('replay' as const), back: small }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('killed import' as const), records: batch, afterMs: fc.nat(15) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      which: small,
      choice: fc.constantFrom('approve' as const, 'into' as const, 'new' as const, 'reject' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('unpin' as const), which: small, episode: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('title' as const),
      which: small,
      title: fc.constantFrom('A', 'B', 'C'),
      as: fc.constantFrom('short' as const, 'official' as const, null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const), from: small, into: small }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      what: fc.constantFrom('synopsis' as const, 'status' as const, 'genre' as const),
      which: small,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('approve source' as const), approved: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
);

/** A history of a few works, from an empty shelf. */
export const histories = fc.array(operation, { minLength: 1, maxLength: 14 });
