/**
 * How often the first hit is the anime that was meant, by kind of query, over a real catalogue (CATALOG_FILE): queries written by
 * rule from titles, then the judged set of what people type, in two halves. Misses are printed of the build half alone.
 *
 *     npm run bench:relevance -- [--adapter embedded|elasticsearch|both] [--per-kind 80] [--seed 1] [--misses 20] [--json]
 *         [--without popularity|sites|languages|year|episodes|continued|continues|prominence|RULE]
 *
 * RULE is one of the points of src/search/plan/points.ts, in the embedded index.
 */
import { parseArgs } from 'node:util';
import { chooseAdapters } from './adapters/chooseAdapters.ts';
import { prominencePart } from './computeProminences.ts';
import { catalogFile, readCatalog } from './readCatalog.ts';
import { habits } from './relevance/habits.ts';
import { Judge } from './relevance/judge.ts';
import {
  type HalfFigures,
  type JudgedFigures,
  type JudgedMiss,
  measureJudged,
} from './relevance/judged/measureJudged.ts';
import { measureNoise, type NoiseFigures } from './relevance/judged/measureNoise.ts';
import { readJudgedQueries } from './relevance/judged/readJudgedQueries.ts';
import { measureAlike } from './relevance/measureAlike.ts';
import { measureHabits } from './relevance/measureHabits.ts';
import { type KindFigures, measureRelevance } from './relevance/measureRelevance.ts';
import { relevanceQueries } from './relevance/queries.ts';
import { withoutRule } from './relevance/withoutRule.ts';

const { values } = parseArgs({
  options: {
    adapter: { type: 'string', default: 'embedded' },
    'per-kind': { type: 'string', default: '80' },
    seed: { type: 'string', default: '1' },
    misses: { type: 'string', default: '0' },
    without: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

function row(figures: Omit<KindFigures, 'goalAt5'>, goalAt5: number | null): string {
  const { kind, queries, hitAt1, hitAt5, mrr, goal } = figures;
  const short = hitAt1 < goal || (goalAt5 !== null && hitAt5 < goalAt5) ? '  below the goal' : '';
  const numbers = [hitAt1, hitAt5, mrr].map((figure) => figure.toFixed(3).padStart(7)).join(' ');
  return `${kind.padEnd(26)} ${String(queries).padStart(5)} ${numbers} ${goal.toFixed(2).padStart(6)}${short}\n`;
}

function judgedRow({ kind, queries, hitAt1, hitAt5 }: JudgedFigures): string {
  const numbers = [hitAt1, hitAt5].map((figure) => figure.toFixed(3).padStart(7)).join(' ');
  return `${kind.padEnd(26)} ${String(queries).padStart(5)} ${numbers}\n`;
}

function judgedTable({ half, kinds, overall, held }: HalfFigures): string {
  const rows = [...kinds, overall, held].map(judgedRow).join('');
  return `\n${`judged, ${half} half`.padEnd(26)} ${'n'.padStart(5)}   hit@1   hit@5\n${rows}`;
}

function noiseRow({ noise, held, unheld }: NoiseFigures): string {
  const numbers = [held.hitAt1, held.hitAt5].map((figure) => figure.toFixed(3).padStart(7)).join(' ');
  const others = [unheld.queries, unheld.empty, unheld.wrong.length]
    .map((count) => String(count).padStart(6))
    .join(' ');
  return `${noise.padEnd(26)} ${String(held.queries).padStart(5)} ${numbers} ${others}\n`;
}

function judgedMiss({ query, hits, rank }: JudgedMiss): string {
  const first = hits.slice(0, 4).map((id) => titlesOf.get(id)?.[0]);
  const mark = query.unheld ? ' (unheld)' : '';
  return `${query.kind}: "${query.q}"${mark} for "${query.meant}", right at ${rank ?? '-'}: ${first.join(' | ')}\n`;
}

const isOfPlan = values.without !== undefined && withoutRule(values.without);
const without = values.without === undefined || isOfPlan ? undefined : prominencePart(values.without);
const catalog = await readCatalog(catalogFile(), without);
const queries = relevanceQueries(catalog, Number(values['per-kind']), Number(values.seed));
const judgedQueries = await readJudgedQueries(catalog);
// The figures of words too many are of the same names as before those of one look.
const named = judgedQueries.filter(({ half }) => half !== 'once');
const judge = new Judge(catalog);
const titlesOf = new Map(catalog.map(({ id, titles }) => [id, titles]));
process.stdout.write(`${queries.length} queries over ${catalog.length} anime\n`);
const report: Record<string, object> = {};
for (const adapter of chooseAdapters(values.adapter)) {
  const { engine, close } = await adapter.open(catalog);
  const { kinds, overall, misses } = await measureRelevance(engine, queries, judge);
  const judged = await measureJudged(engine, judgedQueries);
  const alike = await measureAlike(engine, catalog);
  const typed = await measureHabits(engine, habits(catalog, Number(values.seed)));
  const noise = await measureNoise(engine, named, titlesOf);
  await close();
  process.stdout.write(`\n${adapter.name.padEnd(26)} ${'n'.padStart(5)}   hit@1   hit@5     MRR   goal\n`);
  for (const figures of kinds) process.stdout.write(row(figures, figures.goalAt5));
  process.stdout.write(row(overall, null));
  for (const figures of [...alike, ...typed]) process.stdout.write(judgedRow(figures));
  for (const { query, hits, rank } of misses.slice(0, Number(values.misses))) {
    const first = hits.slice(0, 3).map((id) => titlesOf.get(id)?.[0]);
    process.stdout.write(
      `${query.kind.name}: "${query.q}" for "${query.title}", right at ${rank ?? '-'}: ${first.join(' | ')}\n`,
    );
  }
  process.stdout.write(`\n${'words too many'.padEnd(26)} ${'n'.padStart(5)}   hit@1   hit@5   unheld, empty, wrong\n`);
  for (const figures of noise) process.stdout.write(noiseRow(figures));
  for (const half of judged.halves) process.stdout.write(judgedTable(half));
  for (const miss of judged.misses.slice(0, Number(values.misses))) process.stdout.write(judgedMiss(miss));
  report[adapter.name] = { kinds, overall, alike, habits: typed, judged: judged.halves, noise };
}
if (values.json) process.stdout.write(`${JSON.stringify({ queries: queries.length, adapters: report })}\n`);
