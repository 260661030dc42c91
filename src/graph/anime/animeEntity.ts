import { animeFields } from '../model/animeFields.ts';
import type { ServedFields } from '../model/field.ts';
import { type PrincipalTitles, principalTitles } from '../model/principalTitles.ts';
import type { AnimeFormat, RelationType, TitleKind } from '../model/vocabulary.ts';
import { entityLoaderOf } from '../reading/entityLoader.ts';
import type { EntitySource, VersionedEntity } from '../reading/entitySource.ts';
import { eachRelated, relationColumn } from '../reading/relationRows.ts';
import { instantOfJson, servedColumns, servedReader, utc } from '../reading/servedFields.ts';
import { shownRelations } from './shownRelations.ts';

export interface TitleValue {
  readonly title: string;
  readonly language: string | null;
  readonly kind: TitleKind | null;
}

/** A relation, with the part of the other anime that is read with it and that the change version covers. */
export interface RelationValue {
  readonly type: RelationType;
  readonly anime: { readonly id: string; readonly title: string; readonly format: AnimeFormat };
}

/** All served fields of an anime, as the graph has them, read by one statement. */
export interface AnimeEntity extends VersionedEntity, ServedFields<typeof animeFields> {
  readonly title: string;
  readonly titleLanguage: string | null;
  readonly alternativeTitles: readonly TitleValue[];
  readonly titles: PrincipalTitles;
  readonly images: readonly { readonly url: string; readonly width: number | null; readonly height: number | null }[];
  readonly genres: readonly { readonly slug: string; readonly name: string }[];
  readonly studios: readonly { readonly slug: string; readonly name: string }[];
  readonly externalIds: readonly { readonly site: string; readonly id: string }[];
  readonly relations: readonly RelationValue[];
  readonly revision: number;
  readonly mergedIntoId: string | null;
  readonly mergedIds: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The summary of an anime, enough where an operation selects no other field. */
export type AnimeSummary = Pick<AnimeEntity, 'id'> &
  Partial<Pick<AnimeEntity, 'version' | 'title' | 'format' | 'mergedIntoId'>>;

/** The node behind the graph's Anime: the entity, or a summary that suffices for the operation. */
export type AnimeNode = AnimeEntity | AnimeSummary;

type AnimeRow = [
  id: string,
  version: string,
  title: string,
  revision: number,
  mergedIntoId: string | null,
  createdAt: string,
  updatedAt: string,
  ...fields: unknown[],
];

const columns = [
  ...['p.id', 'p.version::text', 'p.title', 'p.revision', 'p.merged_into_id', utc('p.created_at'), utc('p.updated_at')],
  ...servedColumns(animeFields, 'p'),
];
const readFields = servedReader(animeFields, 7);

const named = (table: string) =>
  relationColumn(
    `${table}s`,
    'l.position',
    ['x.slug', 'x.name'],
    `JOIN anime_${table} l ON l.anime_id = p.id JOIN ${table} x ON x.id = l.${table}_id`,
  );

/** Converts a row of a title; also for episodes. */
export function titleOf(row: readonly (string | null)[]): TitleValue {
  return { title: row[1] ?? '', language: row[2] ?? null, kind: (row[3] ?? null) as TitleKind | null };
}

const numberOf = (value: string | null | undefined) => (value === null || value === undefined ? null : Number(value));

/** Reads anime entities. */
export const animeSource: EntitySource<AnimeEntity> = {
  table: 'anime',
  columns: [
    `(SELECT json_agg(json_build_array(${columns.join(', ')}) ORDER BY p.n)::text FROM page p) AS anime`,
    relationColumn(
      'titles',
      't.position',
      ['t.title', 't.language', 't.kind::text'],
      'JOIN anime_title t ON t.anime_id = p.id',
    ),
    named('genre'),
    named('studio'),
    relationColumn(
      'external_ids',
      't.position',
      ['t.site', 't.external_id'],
      'JOIN anime_external_id t ON t.anime_id = p.id',
    ),
    relationColumn(
      'images',
      't.position',
      ['t.url', 't.width::text', 't.height::text'],
      'JOIN anime_image t ON t.anime_id = p.id',
    ),
    relationColumn(
      'relations',
      'l.position',
      ['l.type::text', 'l.id::text', 'l.title', 'l.format::text'],
      `CROSS JOIN LATERAL (${shownRelations('p.id')}) l`,
    ),
    relationColumn('merged', '0', ['m.id::text'], 'JOIN anime m ON m.merged_into_id = p.id'),
  ].join(', '),

  parse([anime, titles, genres, studios, externalIds, images, relations, merged]) {
    if (!anime) return [];
    const entities = (JSON.parse(anime) as AnimeRow[]).map(entityOf);
    const stated = entities.map((): TitleValue[] => []);
    eachRelated(titles, (at, row, position) => {
      const title = titleOf(row);
      stated[at]?.push(title);
      const entity = entities[at];
      // Position 0 is the preferred title.
      if (entity && position === 0) entity.titleLanguage = title.language;
      else entity?.alternativeTitles.push(title);
    });
    eachRelated(genres, (at, row) => entities[at]?.genres.push(termOf(row)));
    eachRelated(studios, (at, row) => entities[at]?.studios.push(termOf(row)));
    eachRelated(externalIds, (at, row) => entities[at]?.externalIds.push({ site: row[1] ?? '', id: row[2] ?? '' }));
    eachRelated(images, (at, row) =>
      entities[at]?.images.push({ url: row[1] ?? '', width: numberOf(row[2]), height: numberOf(row[3]) }),
    );
    eachRelated(relations, (at, row) => entities[at]?.relations.push(relationOf(row)));
    eachRelated(merged, (at, row) => entities[at]?.mergedIds.push(row[1] ?? ''));
    for (const [at, entity] of entities.entries()) entity.titles = principalTitles(stated[at] ?? []);
    return entities;
  },
};

/** Anime by id. */
export const animeLoader = entityLoaderOf(animeSource);

const termOf = (row: readonly (string | null)[]) => ({ slug: row[1] ?? '', name: row[2] ?? '' });

const relationOf = ([, type, id, title, format]: readonly (string | null)[]): RelationValue => ({
  type: type as RelationType,
  anime: { id: id ?? '', title: title ?? '', format: format as AnimeFormat },
});

function entityOf(row: AnimeRow) {
  return {
    id: row[0],
    version: row[1],
    title: row[2],
    titleLanguage: null as string | null,
    alternativeTitles: [] as TitleValue[],
    titles: { native: null, romaji: null, english: null, chinese: null } as PrincipalTitles,
    ...readFields(row),
    images: [] as AnimeEntity['images'][number][],
    genres: [] as AnimeEntity['genres'][number][],
    studios: [] as AnimeEntity['studios'][number][],
    externalIds: [] as AnimeEntity['externalIds'][number][],
    relations: [] as RelationValue[],
    revision: row[3],
    mergedIntoId: row[4],
    mergedIds: [] as string[],
    createdAt: instantOfJson(row[5]),
    updatedAt: instantOfJson(row[6]),
  };
}
