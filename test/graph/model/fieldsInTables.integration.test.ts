import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { animeFields } from '../../../src/graph/model/animeFields.ts';
import { episodeFields } from '../../../src/graph/model/episodeFields.ts';
import type { Field, Fields } from '../../../src/graph/model/field.ts';
import { KEY_SCOPES, SCOPES, scopes } from '../../../src/graph/model/scopes.ts';
import { DELIVERY_KINDS, EVENT_KINDS } from '../../../src/graph/model/vocabulary.ts';
import { approveProposal } from '../../../src/graph/review/decideProposal.ts';
import { createSchema } from '../../../src/graph/schema/schema.ts';
import { animeSchema } from '../../../src/rest/anime/animeResource.ts';
import { episodeSchema } from '../../../src/rest/episode/episodeResource.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';

describe('fieldsInTables', () => {
  const tables = { anime: animeFields, episode: episodeFields } satisfies Record<string, Fields>;
  const each = Object.entries(tables).flatMap(([table, fields]) =>
    Object.entries<Field>(fields).map(([name, field]) => [table as keyof typeof tables, name, field] as const),
  );

  /** Two values that the field's column takes, neither of them what stands for unknown. */
  function examples({ type, value }: Field): readonly [unknown, unknown] {
    if (value instanceof z.ZodEnum) return [value.options[0], value.options[1]];
    const byType: Readonly<Record<string, readonly [unknown, unknown]>> = {
      text: ['https://a.example/', 'https://b.example/'],
      jsonb: ['monday', 'sunday'].map((weekday) => ({ time: null, weekday, timezone: 'Asia/Tokyo' })) as [
        unknown,
        unknown,
      ],
      date: ['2001-01-01', '2002-02-02'],
      boolean: [true, false],
      smallint: [2001, 2002],
      integer: [11, 12],
      numeric: [11, 12],
      'double precision': [1.5, 2.5],
      timestamptz: ['2001-01-01T00:00:00.000Z', '2002-02-02T00:00:00.000Z'],
    };
    const found = byType[type];
    if (found === undefined) throw new Error(`no example of ${type} yet: add two here`);
    return found;
  }

  describeWith(['postgres'], 'the fields in the tables', () => {
    const catalog = ofSuite(openTestCatalog);
    const rows = <T>(sql: string, ...values: unknown[]) => catalog.database.client.$queryRawUnsafe<T[]>(sql, ...values);

    test.each(each)('%s.%s has its column, of its type', async (table, _name, { column, type, unknown }) => {
      const found = await rows<object>(
        `SELECT atttypid = $2::regtype AS same, attnotnull AS required FROM pg_attribute
       WHERE attrelid = $1::regclass AND attname = $3`,
        table,
        type,
        column,
      );
      expect(found).toEqual([{ same: true, required: unknown !== null }]);
    });

    test.each(each)('a change of %s.%s by hand raises version and time where readers see it', async (...args) => {
      const [table, , field] = args;
      const { column, served } = field;
      const [, second] = examples(field);
      await catalog.import(sampleOf(`hand-${table}-${column}`));
      const newest = `SELECT id FROM ${table} ORDER BY created_at DESC, id DESC LIMIT 1`;
      const read = () =>
        rows<{ version: bigint; updated_at: Date }>(`SELECT version, updated_at FROM ${table} WHERE id = (${newest})`);
      const [before] = await read();
      // A released episode has its time, and no other has one: both go together.
      const pairs: Readonly<Record<string, string>> = {
        'episode.status': `status = 'released', released_at = '2001-01-01Z'`,
        'episode.released_at': `released_at = '2001-01-01Z', status = 'released'`,
      };
      const change =
        pairs[`${table}.${column}`] ??
        `${column} = '${second instanceof Object ? JSON.stringify(second) : String(second)}'`;
      await rows(`UPDATE ${table} SET ${change} WHERE id = (${newest})`);
      const [after] = await read();
      expect(after && before && after.version > before.version).toBe(served);
      expect(after?.updated_at.getTime() !== before?.updated_at.getTime()).toBe(served);
    });

    const sampleOf = (id: string) => [
      { type: 'anime', source: 'mal', sourceId: id, titles: [{ title: id }] },
      {
        type: 'episode',
        source: 'mal',
        sourceId: `${id}/1`,
        anime: { source: 'mal', sourceId: id },
        number: 1,
        status: 'scheduled',
      },
    ];

    const anime = Object.entries<Field>(animeFields);

    test.each(anime)(
      'anime.%s goes the whole way: imported, corrected, published, proposed and decided',
      async (...args) => {
        const [name, field] = args;
        const [first, second] = examples(field);
        const id = `way-${field.column}`;
        const record = (value: unknown) => ({
          ...{ type: 'anime', source: 'mal', sourceId: id, titles: [{ title: id }] },
          [field.member]: value,
        });
        const stored = async () =>
          (await catalog.database.client.anime.findFirstOrThrow({ where: { title: id } })) as Record<string, unknown>;
        const text = (value: unknown) =>
          JSON.stringify(value instanceof Date ? value.toISOString().slice(0, 10) : value);

        expect(await catalog.import([record(first)])).toMatchObject({ created: 1 });
        expect(text((await stored())[name])).toBe(text(first));
        expect(await catalog.import([record(first)])).toMatchObject({ unchanged: 1 });
        expect(await catalog.import([record(second)])).toMatchObject(field.served ? { updated: 1 } : { unchanged: 1 });
        expect(text((await stored())[name])).toBe(text(second));
        const [event] = await rows<{ payload: string }>('SELECT payload FROM event ORDER BY position DESC LIMIT 1');
        const shown = (JSON.parse(event?.payload ?? '') as { data: Record<string, unknown> }).data;
        if (field.served) expect(shown[field.member]).toEqual(second);
        else expect(shown).not.toHaveProperty(field.member);

        const report = await catalog.import([record(first)], { review: true });
        await approveProposal(
          catalog,
          report.notices[0]?.proposalId ?? '',
          { into: null, asNew: false },
          { name: 'ann', reason: null },
        );
        expect(text((await stored())[name])).toBe(text(first));
        await catalog.import([record(second)]);
        expect(text((await stored())[name])).toBe(text(field.decided ? first : second));
      },
    );
  });

  describe('what readers see of the fields', () => {
    const served = { anime: animeSchema.shape, episode: episodeSchema.shape };
    const types = { anime: 'Anime', episode: 'Episode' };
    const schema = createSchema();

    test.each(each)('%s.%s is in REST and GraphQL exactly when it is served', (table, name, field) => {
      expect(field.member in served[table]).toBe(field.served);
      const type = schema.getType(types[table]);
      expect(type && 'getFields' in type && name in type.getFields()).toBe(field.served);
    });
  });
});

describe('the kinds of events', () => {
  test('the contract has a line for each kind of event, in their order', async () => {
    const contract = await readFile(new URL('../../../docs/contract.md', import.meta.url), 'utf8');
    const section = contract.split(/^## /m).find((text) => text.startsWith('Events\n')) ?? '';
    expect([...section.matchAll(/^\| ([a-z.]+\.[a-z]+) \|/gm)].map(([, kind]) => kind)).toEqual(EVENT_KINDS);
    expect(contract).toContain(`| event kinds | ${EVENT_KINDS.join(', ')} |`);
  });

  describeWith(['postgres'], 'the kinds of events in the tables', () => {
    const catalog = ofSuite(openTestCatalog);

    test('the enum of events is theirs, the CHECK of deliveries has a ping too', async () => {
      const [found] = await catalog.database.client.$queryRaw<{ values: string[]; check: string }[]>`
      SELECT enum_range(NULL::event_kind)::text[] AS values,
        (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'delivery_kind') AS check`;
      expect(found?.values).toEqual(EVENT_KINDS);
      expect([...(found?.check ?? '').matchAll(/'([^']+)'/g)].map(([, kind]) => kind)).toEqual(DELIVERY_KINDS);
    });
  });
});

describe('scopes', () => {
  test('the contract has a row for each scope, with what it grants and who can hold it', async () => {
    const contract = await readFile(new URL('../../../docs/contract.md', import.meta.url), 'utf8');
    const section = contract.split(/^## /m).find((text) => text.startsWith('Authentication\n')) ?? '';
    const rows = SCOPES.map((scope) => {
      const { meaning, keys } = scopes[scope];
      return `| ${scope} | ${meaning} | ${keys ? 'yes | yes' : 'no | no'} | yes |`;
    });
    expect(section.match(/^\| [a-z]+\.[a-z]+ .*$/gm)).toEqual(rows);
  });

  describeWith(['postgres'], 'the scopes of keys in the tables', () => {
    const catalog = ofSuite(openTestCatalog);

    test('are those of the table', async () => {
      const [found] = await catalog.database.client.$queryRaw<{ check: string }[]>`
      SELECT pg_get_constraintdef(oid) AS check FROM pg_constraint WHERE conname = 'api_key_scopes'`;
      expect([...(found?.check ?? '').matchAll(/'([^']+)'/g)].map(([, scope]) => scope)).toEqual(KEY_SCOPES);
    });
  });
});
