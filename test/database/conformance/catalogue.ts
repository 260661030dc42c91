import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../src/database/database.ts';

/** Columns whose order or equality must not depend on a locale. */
const byteColumns = [
  'anime.title',
  'anime_external_id.external_id',
  'anime_external_id.site',
  'anime_stated_relation.source',
  'anime_stated_relation.source_id',
  'anime_stated_relation.stated_by',
  'anime_title_key.key',
  'genre.key',
  'genre.name',
  'genre.slug',
  'proposal.source',
  'proposal.source_id',
  'source.name',
  'source_record.source',
  'source_record.source_id',
  'studio.key',
  'studio.name',
  'studio.slug',
];

const checks = [
  'anime_broadcast_served',
  'anime_dates_served',
  'anime_duration_range',
  'anime_episode_count_range',
  'anime_image_size_range',
  'anime_not_merged_into_itself',
  'anime_popularity_finite',
  'anime_relation_to_another',
  'anime_revision_range',
  'anime_times_served',
  'anime_year_range',
  'api_key_digest',
  'api_key_name',
  'api_key_scopes',
  'application_name',
  'application_owner_named',
  'audit_event_outcome',
  'delivery_body',
  'delivery_completed',
  'delivery_due',
  'delivery_kind',
  'dump_complete',
  'episode_number_range',
  'episode_released_has_time',
  'episode_revision_range',
  'episode_times_served',
  'invitation_digest',
  'issuer_user_permissions',
  'portal_session_digest',
  'publication_head_is_one_row',
  'webhook_anime_ids',
  'webhook_ended',
  'webhook_events',
];

const partialIndexes = [
  'anime_external_id_identity',
  'anime_merged_into',
  'delivery_cancelled',
  'delivery_cancelled_of_all',
  'delivery_completed_order',
  'delivery_event',
  'delivery_failed',
  'delivery_failed_of_all',
  'delivery_pending_due',
  'delivery_pending_order',
  'delivery_urgent',
  'episode_last_of_anime',
  'episode_next_of_anime',
  'proposal_pending',
  'source_record_external_ids',
  'webhook_queue_due',
  'webhook_queue_interrupted',
  'webhook_queue_leased',
];

/** What Prisma's diff of schema and migrations cannot see, as PostgreSQL's own catalogue tells it. */
export function describeCatalogue(opened: () => Database): void {
  describe('the tables as PostgreSQL knows them', () => {
    let database: Database;
    beforeAll(() => {
      database = opened();
    });
    async function names(sql: string): Promise<string[]> {
      const rows = await database.client.$queryRawUnsafe<{ name: string }[]>(sql);
      return rows.map((it) => it.name).sort();
    }

    test('columns in byte order', async () => {
      const found = await names(`
        SELECT c.relname || '.' || a.attname AS name
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_collation l ON l.oid = a.attcollation
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND l.collname = 'C' AND NOT a.attisdropped`);
      expect(found).toEqual(byteColumns);
    });

    test('CHECKs, all of them enforced', async () => {
      const found = await names(`
        SELECT conname AS name FROM pg_constraint
        WHERE contype = 'c' AND connamespace = 'public'::regnamespace AND convalidated`);
      expect(found).toEqual(checks);
    });

    test('no trigger is off', async () => {
      const found = await names(`
        SELECT tgrelid::regclass || '.' || tgname AS name FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'`);
      expect(found).toEqual([]);
    });

    test('partial indexes', async () => {
      const found = await names(`
        SELECT indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE c.relnamespace = 'public'::regnamespace AND indpred IS NOT NULL AND indisvalid`);
      expect(found).toEqual(partialIndexes);
    });

    test('every reference to another table can be followed backwards by an index', async () => {
      const found = await names(`
        SELECT c.conname AS name FROM pg_constraint c
        WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND NOT EXISTS (
          SELECT FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
          WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1]
            AND coalesce(pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname), true))`);
      // Sources are few, and renamed once in a lifetime.
      expect(found).toEqual(['source_record_source_fkey']);
    });

    test('times keep milliseconds and a zone', async () => {
      const found = await names(`
        SELECT DISTINCT format_type(a.atttypid, a.atttypmod) AS name
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'
          AND format_type(a.atttypid, NULL) LIKE 'timestamp%'`);
      expect(found).toEqual(['timestamp(3) with time zone']);
    });
  });
}
