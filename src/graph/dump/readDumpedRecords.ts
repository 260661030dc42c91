import type { ReadStatement, TextRows } from '../../database/database.ts';
import { shownRelations } from '../anime/shownRelations.ts';
import { animeFields } from '../model/animeFields.ts';
import type { CanonicalTitle } from '../model/canonical.ts';
import { episodeFields } from '../model/episodeFields.ts';
import type { Fields } from '../model/field.ts';
import { nameInRecords } from '../model/nameKey.ts';
import { principalTitles } from '../model/principalTitles.ts';
import { instantOfJson, servedColumns, servedReader, utc } from '../reading/servedFields.ts';
import { DUMP_SOURCE, type DumpedAnime, type DumpedEpisode, type DumpedRecord, type DumpedTerm } from './dumpRecord.ts';

/** Reads in one snapshot, or in one transaction. */
export type Read = (statement: ReadStatement) => Promise<TextRows>;

/** The entities of a page: few, so that a page with long synopses stays small and is read quickly. */
const PAGE = 100;

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Every record of the catalogue, in pages: genres and studios by slug, anime by id, episodes by anime and number. */
export async function* readDumpedRecords(read: Read): AsyncGenerator<readonly DumpedRecord[]> {
  yield await readTerms(read, 'genre');
  yield await readTerms(read, 'studio');
  for (let after = BEFORE_ALL; ; ) {
    const page = await readAnime(read, `p.id > $1::uuid ORDER BY p.id LIMIT ${PAGE}`, [after]);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = last.sourceId;
  }
  for (let after: readonly string[] | null = [BEFORE_ALL, '-1']; after !== null; ) {
    const next = `(p.anime_id, p.number) > ($1::uuid, $2::numeric) ORDER BY p.anime_id, p.number LIMIT ${PAGE}`;
    const { episodes, last } = await readEpisodePage(read, next, after);
    yield episodes;
    after = last;
  }
}

/** All genres or studios. */
export async function readTerms(read: Read, type: DumpedTerm['type']): Promise<DumpedTerm[]> {
  const rows = await read({ text: `SELECT slug, name, key FROM ${type} ORDER BY slug COLLATE "C"`, values: [] });
  return rows.map(([slug, name, key]) => {
    const shown = { type, slug: slug ?? '', name: name ?? '' };
    const recordName = nameInRecords(shown.name, key ?? '');
    return recordName === shown.name ? shown : { ...shown, recordName };
  });
}

/** The anime of a condition on `anime p`; merged ones are in their survivors. */
export async function readAnime(
  read: Read,
  condition: string,
  values: ReadStatement['values'],
): Promise<DumpedAnime[]> {
  const page = `SELECT p.* FROM anime p WHERE p.merged_into_id IS NULL AND ${condition}`;
  const lists = await readLists(read, { text: `WITH RECURSIVE page AS MATERIALIZED (${page}) ${ANIME}`, values });
  const [anime = [], titles, genres, studios, externalIds, images, relations, merged] = lists;
  const of = (list: Row[] | undefined) => byFirst(list ?? []);
  const parts = [titles, genres, studios, externalIds, images, relations, merged].map(of);
  return anime.map((row) => {
    const [id = '', title] = row as string[];
    const [ofTitles, ofGenres, ofStudios, ofExternalIds, ofImages, ofRelations, ofMerged] = parts.map(
      (part) => part.get(id) ?? [],
    );
    const titles = ofTitles?.length ? ofTitles.map(titleOf) : [{ title, language: null, kind: null }];
    return {
      ...{ type: 'anime', source: DUMP_SOURCE, sourceId: id },
      titles,
      principalTitles: principalTitles(titles as CanonicalTitle[]),
      ...animeMembers(row),
      genres: ofGenres?.map(termOf),
      studios: ofStudios?.map(termOf),
      externalIds: ofExternalIds?.map(([, site, id]) => ({ site, id })),
      images: ofImages?.map(([, url, width, height]) => ({ url, width, height })),
      relations: ofRelations?.map(([, type, sourceId]) => ({ type, anime: { source: DUMP_SOURCE, sourceId } })),
      ...factsOf(row),
      mergedIds: ofMerged?.map(([, id]) => id),
    } as DumpedAnime;
  });
}

/** The episodes of a condition on `episode p`; those of an anime that was merged by hand are left out with it. */
export async function readEpisodes(
  read: Read,
  condition: string,
  values: ReadStatement['values'],
): Promise<readonly DumpedEpisode[]> {
  return (await readEpisodePage(read, condition, values)).episodes;
}

/** @returns also anime and number of the last episode read, even if it was left out; null without one */
async function readEpisodePage(read: Read, condition: string, values: ReadStatement['values']) {
  const page = `SELECT p.* FROM episode p WHERE ${condition}`;
  const lists = await readLists(read, { text: `WITH page AS MATERIALIZED (${page}) ${EPISODES}`, values });
  const [rows = [], titles = [], ended = [], merged = []] = lists;
  const [ofTitles, ofEnded, ofMerged] = [byFirst(titles), byFirst(ended), byFirst(merged)];
  const all = rows.map((row) => {
    const [id = '', animeId] = row as string[];
    return {
      ...{ type: 'episode', source: DUMP_SOURCE, sourceId: id },
      anime: { source: DUMP_SOURCE, sourceId: animeId },
      ...episodeMembers(row),
      titles: (ofTitles.get(id) ?? []).map(titleOf),
      ...factsOf(row),
      endedIds: (ofEnded.get(id) ?? []).map(([, id]) => id),
    } as DumpedEpisode;
  });
  const last = all.at(-1);
  return {
    episodes: ofMerged.size === 0 ? all : all.filter(({ anime }) => !ofMerged.has(anime.sourceId)),
    last: last === undefined ? null : [last.anime.sourceId, String(last.number)],
  };
}

type Row = readonly unknown[];

/** One row of JSON columns. */
async function readLists(read: Read, statement: ReadStatement): Promise<Row[][]> {
  const [row = []] = await read(statement);
  return row.map((json) => JSON.parse(json ?? '[]') as Row[]);
}

/** Rows by the id in their first column. */
function byFirst(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const id = row[0] as string;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [row]);
    else group.push(row);
  }
  return groups;
}

const titleOf = ([, title, language, kind]: Row) => ({ title, language, kind });
const termOf = ([, name, key]: Row) => nameInRecords(name as string, key as string);

/** Reads the served fields of rows, from the third column on, by their members in records. */
function memberReader(fields: Fields): (row: Row) => Record<string, unknown> {
  const read = servedReader(fields, 2);
  return (row) => {
    const members: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(read(row))) members[fields[name]?.member ?? name] = value;
    return members;
  };
}

const animeMembers = memberReader(animeFields);
const episodeMembers = memberReader(episodeFields);

/** Of the last columns. */
function factsOf(row: Row) {
  const [revision, createdAt, updatedAt] = row.slice(-3) as [number, string, string];
  return { revision, createdAt: instantOfJson(createdAt), updatedAt: instantOfJson(updatedAt) };
}

const facts = ['p.revision', utc('p.created_at'), utc('p.updated_at')];

/** A column of rows in JSON, those of a relation for the entities of the page. */
const rowsOf = (columns: readonly string[], order: string, from: string) =>
  `(SELECT json_agg(json_build_array(${columns.join(', ')}) ORDER BY ${order})::text FROM ${from})`;
const related = (id: string, columns: readonly string[], table: string) =>
  rowsOf([id, ...columns], `${id}, position`, `${table} WHERE ${id} = ANY (ARRAY(SELECT id FROM page))`);
const terms = (kind: string) =>
  related('anime_id', ['x.name', 'x.key'], `anime_${kind} l JOIN ${kind} x ON x.id = l.${kind}_id`);

const titleColumns = ['title', 'language', 'kind'];

const ANIME = `, merged (root, id) AS (
    SELECT m.merged_into_id, m.id FROM anime m WHERE m.merged_into_id = ANY (ARRAY(SELECT id FROM page))
    UNION SELECT merged.root, m.id FROM merged JOIN anime m ON m.merged_into_id = merged.id)
  SELECT ${[
    `${rowsOf(['p.id', 'p.title', ...servedColumns(animeFields, 'p'), ...facts], 'p.id', 'page p')} AS anime`,
    `${related('anime_id', titleColumns, 'anime_title')} AS titles`,
    `${terms('genre')} AS genres`,
    `${terms('studio')} AS studios`,
    `${related('anime_id', ['site', 'external_id'], 'anime_external_id')} AS external_ids`,
    `${related('anime_id', ['url', 'width', 'height'], 'anime_image')} AS images`,
    `${rowsOf(['p.id', 'l.type', 'l.id'], 'p.id, l.position', `page p CROSS JOIN LATERAL (${shownRelations('p.id')}) l`)} AS relations`,
    `${rowsOf(['root', 'id'], 'root, id', 'merged')} AS merged`,
  ].join(', ')}`;

const EPISODES = `SELECT ${[
  `${rowsOf(['p.id', 'p.anime_id', ...servedColumns(episodeFields, 'p'), ...facts], 'p.anime_id, p.number', 'page p')} AS episodes`,
  `${related('episode_id', titleColumns, 'episode_title')} AS titles`,
  `${rowsOf(['episode_id', 'id'], 'id', 'episode_alias WHERE episode_id = ANY (ARRAY(SELECT id FROM page))')} AS ended`,
  `${rowsOf(['a.id'], 'a.id', 'anime a WHERE a.merged_into_id IS NOT NULL AND a.id = ANY (ARRAY(SELECT anime_id FROM page))')} AS merged`,
].join(', ')}`;
