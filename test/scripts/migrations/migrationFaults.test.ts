import { expect, test } from '@jest/globals';
import { migrationFaults } from '../../../scripts/migrations/migrationFaults.ts';

const EXPAND = '20300101000000_expand_notes';
const CONTRACT = '20300101000000_contract_notes';
const OUTSIDE = '-- Outside a transaction: beside writers.\n';

test.each([
  'CREATE TABLE note (id int PRIMARY KEY, anime_id uuid REFERENCES anime); CREATE INDEX note_of ON note (anime_id)',
  `CREATE TABLE note (id int); ALTER TABLE note ALTER id TYPE bigint, ALTER id SET NOT NULL; UPDATE note SET id = 1`,
  'ALTER TABLE anime ADD COLUMN note text',
  `ALTER TABLE anime ADD COLUMN note text NOT NULL DEFAULT 'none', ADD COLUMN noted_at timestamptz DEFAULT now()`,
  'ALTER TABLE anime ADD CONSTRAINT anime_note CHECK (note <> $$$$) NOT VALID',
  'ALTER TABLE anime VALIDATE CONSTRAINT anime_note',
  'ALTER TABLE anime ADD CONSTRAINT anime_slug UNIQUE USING INDEX anime_slug_of',
  'ALTER TABLE anime ALTER note SET NOT NULL, DROP CONSTRAINT anime_note_not_null',
  'ALTER TABLE anime ALTER note SET NOT NULL; ALTER TABLE anime DROP CONSTRAINT anime_note_not_null',
  'CREATE INDEX genre_name ON genre (name); UPDATE source SET approved = true',
  `${OUTSIDE}CREATE INDEX CONCURRENTLY IF NOT EXISTS anime_note ON anime (note)`,
  `${OUTSIDE}DROP INDEX CONCURRENTLY IF EXISTS anime_note`,
  `${OUTSIDE}DO $$ BEGIN LOOP UPDATE anime SET note = ''; COMMIT; END LOOP; END $$`,
  `${OUTSIDE}REINDEX INDEX CONCURRENTLY anime_note`,
  'ALTER TABLE genre ADD CONSTRAINT c CHECK (true) NOT VALID; ALTER TABLE genre VALIDATE CONSTRAINT c',
  `ALTER TYPE event_kind ADD VALUE 'anime.noted'`,
])('an expand migration may %s', async (sql) => {
  expect(await migrationFaults(EXPAND, sql)).toEqual([]);
});

test.each([
  ['CREATE INDEX anime_note ON anime (note)', 'CONCURRENTLY IF NOT EXISTS'],
  ['CREATE INDEX CONCURRENTLY IF NOT EXISTS anime_note ON anime (note)', 'Outside a transaction'],
  [`${OUTSIDE}CREATE INDEX CONCURRENTLY anime_note ON anime (note)`, 'IF NOT EXISTS'],
  [`${OUTSIDE}CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON anime (note); SELECT 1`, 'one statement'],
  ['DROP INDEX anime_note', 'CONCURRENTLY'],
  ['ALTER TABLE episode ALTER number TYPE numeric(10, 3)', 'may rewrite'],
  ['ALTER TABLE delivery ADD COLUMN token uuid DEFAULT gen_random_uuid()', 'differs by row'],
  [`ALTER TABLE delivery ADD COLUMN token text DEFAULT 'x' || lower(random()::text)`, 'differs by row'],
  ['ALTER TABLE delivery ADD COLUMN n bigserial', 'serial'],
  ['ALTER TABLE delivery ADD COLUMN n int GENERATED ALWAYS AS (1) STORED', 'generated'],
  ['ALTER TABLE delivery ADD COLUMN n int UNIQUE', 'USING INDEX'],
  ['ALTER TABLE delivery ADD COLUMN n int CHECK (n > 0)', 'NOT VALID'],
  ['ALTER TABLE anime ADD CONSTRAINT c CHECK (true)', 'NOT VALID'],
  ['ALTER TABLE anime ADD FOREIGN KEY (note) REFERENCES source (id)', 'NOT VALID'],
  ['ALTER TABLE anime ADD UNIQUE (note)', 'USING INDEX'],
  ['ALTER TABLE anime ALTER note SET NOT NULL', 'anime_note_not_null NOT VALID'],
  ['ALTER TABLE anime DROP COLUMN note', 'contract'],
  ['ALTER TABLE genre DROP COLUMN note', 'contract'],
  ['DROP TABLE note', 'contract'],
  ['DROP FUNCTION note(int)', 'contract'],
  ['ALTER TABLE anime RENAME COLUMN note TO remark', 'contract'],
  ['ALTER TABLE genre RENAME TO kind', 'contract'],
  ['TRUNCATE genre', 'contract'],
  ['UPDATE episode SET number = 1', 'batches'],
  ['DELETE FROM delivery', 'batches'],
  ['ALTER TABLE delivery SET UNLOGGED', 'rewrites'],
  ['DO $$ BEGIN UPDATE episode SET number = 1; END $$', 'batches'],
  [`${OUTSIDE}DO $$ BEGIN UPDATE episode SET number = 1; END $$`, 'COMMIT'],
  ['WITH d AS (DELETE FROM delivery RETURNING 1) SELECT count(*) FROM d', 'batches'],
  ['MERGE INTO episode e USING anime a ON a.id = e.anime_id WHEN MATCHED THEN DELETE', 'batches'],
  ['ALTER TABLE anime ADD CONSTRAINT c CHECK (true) NOT VALID; ALTER TABLE anime VALIDATE CONSTRAINT c', 'of its own'],
  ['ALTER TABLE anime ADD COLUMN n int NOT NULL', 'DEFAULT'],
  ['ALTER TABLE genre ADD COLUMN n int NOT NULL', 'DEFAULT'],
  ['ALTER TABLE genre ALTER note TYPE int USING 1', 'contract'],
  [`ALTER TYPE event_kind RENAME VALUE 'anime.created' TO 'anime.made'`, 'contract'],
  ['LOCK TABLE anime', 'holds up'],
  ['CLUSTER anime USING anime_pkey', 'holds up'],
  [`${OUTSIDE}VACUUM FULL anime`, 'holds up'],
  ['REINDEX TABLE anime', 'CONCURRENTLY'],
  ['SELEC 1', 'syntax error'],
])('an expand migration may not %s', async (sql, right) => {
  expect(await migrationFaults(EXPAND, sql)).toEqual([expect.stringContaining(right)]);
});

test('a contract migration drops what nobody reads any more, and rewrites nothing either', async () => {
  expect(await migrationFaults(CONTRACT, 'ALTER TABLE anime DROP COLUMN note; DROP TABLE note')).toEqual([]);
  expect(await migrationFaults(CONTRACT, 'ALTER TABLE anime ALTER note TYPE int')).toHaveLength(1);
});

test('a fault names its place', async () => {
  const sql = `-- Größe der Notiz\nSELECT 'ä';\n\n-- Why\nDROP TABLE note;`;
  expect(await migrationFaults(EXPAND, sql)).toEqual([expect.stringContaining(`${EXPAND}, line 5: processes of`)]);
});

test.each(['20300101000000_notes', '1_expand_notes', '20300101000000_expand_'])('%s is no name', async (name) => {
  expect(await migrationFaults(name, 'SELECT 1')).toEqual([expect.stringContaining('_expand_NAME')]);
});
