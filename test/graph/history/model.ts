/** What records make of an anime and an episode, told a second time and as plainly as can be: nothing of it is the service's code. */

export interface ModelRecord {
  readonly source: string;
  readonly sourceId: string;
  readonly batch: number;
  /** The batch that stated the status last. */
  readonly statusBatch: number;
  readonly record: Readonly<Record<string, unknown>>;
}

interface ModelTitle {
  title: string;
  language: string | null;
  kind: string | null;
}

/** Believed first: reviewers, then the order of sources, then the order of keys. */
export function inOrder(records: readonly ModelRecord[], order: readonly string[]): ModelRecord[] {
  const rank = ({ source }: ModelRecord) => (source === 'review' ? -1 : order.indexOf(source));
  return [...records].sort((a, b) => rank(a) - rank(b) || (a.sourceId < b.sourceId ? -1 : 1));
}

/** The anime as GET serves it, as far as its records say; genres and studios by key, identifying ids left out (they are owned). */
export function modelAnime(records: readonly ModelRecord[]) {
  const decided = ({ source }: ModelRecord) => source === 'review';
  // What reviewers add stands behind; of one that is stated they decide the kind, and which is preferred.
  const added = records.filter(decided);
  const stated = union([...records.filter((it) => !decided(it)), ...added]).map((title) => {
    const word = union(added).find((it) => it.title === title.title && it.language === title.language);
    return { ...title, kind: word?.kind ?? title.kind };
  });
  const preferred = added.map(({ record }) => record.title as Partial<ModelTitle> | undefined).find((it) => it);
  const alike = stated.filter(({ title }) => title === preferred?.title);
  const chosen = alike.find(({ language }) => language === (preferred?.language ?? null)) ?? alike[0];
  const leading = preferred && (chosen ?? { language: null, kind: null, ...preferred });
  const titles = [...(leading ? [leading] : []), ...stated.filter((it) => it !== chosen)];
  const first = (member: string, unknown: unknown = null) =>
    records.map(({ record }) => record[member]).find((value) => value != null && value !== unknown) ?? unknown;
  const named = (member: string) => [
    ...new Set(records.flatMap(({ record }) => (record[member] as string[] | undefined) ?? []).map(termKey)),
  ];
  const images = records.map(({ record }) => record.images as object[] | undefined).find((list) => list?.length) ?? [];
  return {
    title: titles[0]?.title,
    alternativeTitles: titles.slice(1),
    format: first('format', 'unknown'),
    year: first('year'),
    episodes: first('episodes'),
    synopsis: first('synopsis'),
    isAdult: first('isAdult'),
    genres: named('genres'),
    studios: named('studios'),
    images: images.map((image) => ({ width: null, height: null, ...image })),
  };
}

/** Every id that the records state, as `site id`: a record's own key, when it is one, before the others by site. */
export function modelIds(records: readonly ModelRecord[], identifying: ReadonlySet<string>): string[] {
  const ids = records.flatMap(({ source, sourceId, record }) => {
    const stated = Object.entries((record.externalIds as Record<string, string> | undefined) ?? {})
      .map(([site, id]) => `${site} ${id}`)
      .sort();
    const own = `${source} ${sourceId}`;
    return identifying.has(source) && !stated.includes(own) ? [own, ...stated] : stated;
  });
  return [...new Set(ids)];
}

/** The episode as GET serves it, as far as its records say. */
export function modelEpisode(records: readonly ModelRecord[]) {
  const counting = records.filter(
    (one) =>
      !records.some(
        (other) =>
          other !== one &&
          other.source === one.source &&
          parentOf(other) === parentOf(one) &&
          (other.batch > one.batch || (other.batch === one.batch && other.sourceId < one.sourceId)),
      ),
  );
  const titles = union(counting);
  // A plan is overtaken by a release that another source has confirmed since.
  const isOvertaken = ({ source, statusBatch, record: { status } }: ModelRecord) =>
    source !== 'review' &&
    (status === 'scheduled' || status === 'delayed') &&
    counting.some((other) => other.record.status === 'released' && other.statusBatch >= statusBatch);
  const standing = counting.find((it) => it.record.status !== undefined && !isOvertaken(it))?.record;
  return {
    title: titles[0]?.title ?? null,
    alternativeTitles: titles.slice(1),
    status: standing?.status ?? 'scheduled',
    releasedAt: standing?.status === 'released' ? standing.releasedAt : null,
    scheduledAt: counting.map(({ record }) => record.scheduledAt).find((value) => value != null) ?? null,
  };
}

function termKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

function parentOf({ record }: ModelRecord): string {
  return JSON.stringify(record.anime && Object.values(record.anime).sort());
}

function union(records: readonly ModelRecord[]): ModelTitle[] {
  const titles: { readonly title: string; language: string | null; readonly said: Partial<ModelTitle>[] }[] = [];
  for (const { record } of records) {
    for (const said of (record.titles as Partial<ModelTitle>[] | undefined) ?? []) {
      const { title = '', language = null } = said;
      const twin = titles.find(
        (it) => it.title === title && (it.language === language || it.language === null || language === null),
      );
      if (twin === undefined) titles.push({ title, language, said: [said] });
      else {
        twin.language ??= language;
        twin.said.push(said);
      }
    }
  }
  return titles.map(({ title, language, said }) => {
    const kinds = said.filter((it) => (it.language ?? null) === language).map(({ kind }) => kind ?? null);
    const [first = null, ...later] = language === null ? kinds.filter((kind) => kind !== null) : kinds;
    return { title, language, kind: first ?? later.find((kind) => kind === 'official') ?? null };
  });
}
