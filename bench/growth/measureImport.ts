import type { Database } from '../../src/database/database.ts';
import { importCatalog } from '../../src/graph/import/importCatalog.ts';
import type { Publications } from '../../src/graph/publication/publications.ts';
import { percentile } from '../search/percentile.ts';
import { generatedAnime } from './generatedAnime.ts';
import { generatedRecord } from './generatedRows.ts';

const CHANGES = 1_000;
const ROUNDS = 5;

/** Milliseconds and WAL of an import that changes a thousand anime all over the catalogue: the median of five. */
export async function measureImport(database: Database, publications: Publications, anime: number) {
  const step = Math.floor(anime / CHANGES);
  const numbers = Array.from({ length: CHANGES }, (_, n) => 1 + n * step);
  const change = async (round: number) => {
    const records = numbers.map((number) => generatedRecord(generatedAnime(number, anime), ` Told ${round}.`));
    const report = await importCatalog(
      { publications, now: () => new Date() },
      { records, review: false, dryRun: false, earlier: [], actor: null },
    );
    if (report.updated !== CHANGES) throw new Error(`an import changed ${report.updated} anime of ${CHANGES}`);
  };
  // The names of terms and the relations are told for the first time.
  await change(0);
  const milliseconds: number[] = [];
  const walBytes: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await database.session((connection) => connection.query('CHECKPOINT'));
    const before = await walPosition(database);
    const began = performance.now();
    await change(round);
    milliseconds.push(performance.now() - began);
    walBytes.push((await walPosition(database)) - before);
  }
  return { milliseconds: percentile(milliseconds, 0.5), walBytes: percentile(walBytes, 0.5) };
}

async function walPosition({ client }: Pick<Database, 'client'>): Promise<number> {
  const [row] = await client.$queryRaw<{ position: number }[]>`
    SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS position`;
  return row?.position ?? Number.NaN;
}
