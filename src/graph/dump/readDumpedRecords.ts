import type { ReadStatement, TextRows } from '../../database/database.ts';
import { animeFields } from '../model/animeFields.ts';
import { episodeFields } from '../model/episodeFields.ts';
import type { Fields } from '../model/field.ts';
import { nameInRecords } from '../model/nameKey.ts';
import { instantText } from '../reading/sqlText.ts';
import { DUMP_SOURCE, type DumpedAnime, type DumpedEpisode, type DumpedRecord, type DumpedTerm } from './dumpRecord.ts';

/** Reads in one snapshot, or in one transaction. */
export type Read = (statement: ReadStatement) => Promise<TextRows>;

/** Entities of a page: few enough that a page of long synopses stays small, and is soon read. */
const PAGE = 250;

/** Every record of the catalogue, in pages: genres and studios by slug, anime by id, episodes by anime and number. */
export async function* readDumpedRecords(read: Read): AsyncGenerator<readonly DumpedRecord[]> {
  yield await readTerms(read, 'genre');
  yield await readTerms(read, 'studio');
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await readAnime(read, `p.id > $1::uuid ORDER BY p.id LIMIT ${PAGE}`, [after]);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = last.sourceId;
  }
  for (let after = ['00000000-0000-0000-0000-000000000000', '-1']; ; ) {
    const next = `(p.anime_id, p.number) > ($1::uuid, $2::numeric) ORDER BY p.anime_id, p.number LIMIT ${PAGE}`;
    const page = await readEpisodes(read, next, after);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = [last.anime.sourceId, String(last.number)];
  }
}

/** All genres or studios. */
export async function readTerms(read: Read, type: DumpedTerm['type']): Promise<DumpedTerm[]> {
  const rows = await read({ text: `SELECT slug, name, key FROM ${type} ORDER BY slug COLLATE "C"`, values: [] });
  return rows.map(([slug = '', name, key]) => {
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
  const rows = await read({ text: `${ANIME} AND ${condition}`, values });
  return rows.map(([record]) => {
    const { genres, studios, ...rest } = JSON.parse(record ?? '') as Named;
    return { ...rest, genres: genres.map(namedBy), studios: studios.map(namedBy) };
  });
}

/** The episodes of a condition on `episode p`. */
export async function readEpisodes(
  read: Read,
  condition: string,
  values: ReadStatement['values'],
): Promise<DumpedEpisode[]> {
  const rows = await read({ text: `${EPISODES} AND ${condition}`, values });
  return rows.map(([record]) => JSON.parse(record ?? '') as DumpedEpisode);
}

type TermNames = readonly [name: string, key: string];

type Named = Omit<DumpedAnime, 'genres' | 'studios'> & {
  readonly genres: readonly TermNames[];
  readonly studios: readonly TermNames[];
};

const namedBy = ([name, key]: TermNames) => nameInRecords(name, key);

function members(fields: Fields): string {
  const served = Object.values(fields).filter((field) => field.served);
  return served
    .map(
      ({ member, column, type }) =>
        `'${member}', ${type === 'timestamptz' ? instantText(`p.${column}`) : `p.${column}`}`,
    )
    .join(', ');
}

const facts = `'revision', p.revision, 'createdAt', ${instantText('p.created_at')}, 'updatedAt', ${instantText('p.updated_at')}`;

const keyOf = (type: string, id: string) => `'type', '${type}', 'source', '${DUMP_SOURCE}', 'sourceId', ${id}`;

const titleJson = `json_build_object('title', t.title, 'language', t.language, 'kind', t.kind)`;

const list = (item: string, order: string, from: string) =>
  `(SELECT coalesce(json_agg(${item} ORDER BY ${order}), '[]') FROM ${from})`;

const terms = (table: string) =>
  list(
    'json_build_array(x.name, x.key)',
    'l.position',
    `anime_${table} l JOIN ${table} x ON x.id = l.${table}_id WHERE l.anime_id = p.id`,
  );

const ANIME = `
  SELECT json_build_object(${keyOf('anime', 'p.id')},
    'titles', (SELECT coalesce(json_agg(${titleJson} ORDER BY t.position),
      json_build_array(json_build_object('title', p.title, 'language', NULL, 'kind', NULL)))
      FROM anime_title t WHERE t.anime_id = p.id),
    ${members(animeFields)},
    'genres', ${terms('genre')}, 'studios', ${terms('studio')},
    'externalIds', ${list("json_build_object('site', e.site, 'id', e.external_id)", 'e.position', 'anime_external_id e WHERE e.anime_id = p.id')},
    'images', ${list("json_build_object('url', i.url, 'width', i.width, 'height', i.height)", 'i.position', 'anime_image i WHERE i.anime_id = p.id')},
    ${facts},
    'mergedIds', (WITH RECURSIVE merged (id) AS (
      SELECT m.id FROM anime m WHERE m.merged_into_id = p.id
      UNION SELECT m.id FROM anime m JOIN merged ON m.merged_into_id = merged.id)
      SELECT coalesce(json_agg(id ORDER BY id), '[]') FROM merged))::text AS record
  FROM anime p WHERE p.merged_into_id IS NULL`;

const EPISODES = `
  SELECT json_build_object(${keyOf('episode', 'p.id')},
    'anime', json_build_object('source', '${DUMP_SOURCE}', 'sourceId', p.anime_id),
    ${members(episodeFields)},
    'titles', ${list(titleJson, 't.position', 'episode_title t WHERE t.episode_id = p.id')},
    ${facts},
    'endedIds', ${list('a.id', 'a.id', 'episode_alias a WHERE a.episode_id = p.id')})::text AS record
  FROM episode p JOIN anime a ON a.id = p.anime_id AND a.merged_into_id IS NULL WHERE true`;
