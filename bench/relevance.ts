/**
 * How often the first hit is the anime that was meant, by kind of query, over a real catalogue (CATALOG_FILE): queries
 * written by rule from titles, then the judged set of what people type, in two halves. Misses are printed of the build
 * half alone.
 *
 *     npm run bench:relevance -- [--adapter embedded|elasticsearch|both] [--per-kind 80] [--seed 1] [--misses 20] [--json]
 *         [--without prominence|RULE]
 *
 * RULE is one of the points of src/search/plan/points.ts, in the embedded index.
 */
import { parseArgs } from 'node:util';
import { chooseAdapters } from './adapters/chooseAdapters.ts';
import { catalogFile, readCatalog } from './readCatalog.ts';
import { alike } from './relevance/alike.ts';
import { habits } from './relevance/habits.ts';
import { Judge } from './relevance/judge.ts';
import { noiseAround } from './relevance/judged/noise.ts';
import { JUDGED_HALVES, readJudgedQueries } from './relevance/judged/readJudgedQueries.ts';
import { type Figures, measure, type Question } from './relevance/measure.ts';
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

function row({ kind, queries, hitAt1, hitAt5, goal = 0, goalAt5 = 0 }: Figures): string {
  const short = hitAt1 < goal || hitAt5 < goalAt5 ? '  below the goal' : '';
  const numbers = [hitAt1, hitAt5].map((figure) => figure.toFixed(3).padStart(7)).join(' ');
  return `${kind.padEnd(26)} ${String(queries).padStart(5)} ${numbers} ${(goal ? goal.toFixed(2) : '').padStart(6)}${short}\n`;
}

const { without } = values;
if (without !== undefined && without !== 'prominence' && !withoutRule(without)) {
  throw new Error(`--without ${without}: prominence and the points of src/search/plan/points.ts are known`);
}
const seed = Number(values.seed);
const weighed = await readCatalog(catalogFile());
const catalog = without === 'prominence' ? weighed.map((anime) => ({ ...anime, prominence: 0 })) : weighed;
const judge = new Judge(catalog);
const byRule = relevanceQueries(catalog, Number(values['per-kind']), seed).map(
  (query): Question => ({
    ...{ kind: query.kind.name, q: query.q, meant: query.title, goal: query.kind.goal },
    ...(query.kind.goalAt5 !== undefined && { goalAt5: query.kind.goalAt5 }),
    rank: (ids) => judge.rankOfFirstRight(query, ids),
  }),
);
const judged = await readJudgedQueries(catalog);
const titlesOf = new Map(catalog.map(({ id, titles }) => [id, titles]));
process.stdout.write(`${byRule.length} queries over ${catalog.length} anime\n`);
const report: Record<string, object> = {};
for (const adapter of chooseAdapters(values.adapter)) {
  const { engine, close } = await adapter.open(catalog);
  const noise = await noiseAround(engine, judged, titlesOf);
  const parts: readonly (readonly [name: string, questions: readonly Question[]])[] = [
    ['by rule', byRule],
    ['signs', alike(catalog)],
    ['around names', habits(catalog, seed)],
    ['words too many', noise.held],
    ...JUDGED_HALVES.map((half) => [`judged, ${half} half`, judged.filter((query) => query.half === half)] as const),
    ['judged, of held names', judged.filter(({ unheld }) => !unheld)],
  ];
  const measured: Record<string, readonly Figures[]> = {};
  for (const [name, questions] of parts) {
    const { figures, misses } = await measure(engine, questions);
    measured[name] = figures;
    process.stdout.write(`\n${`${adapter.name}: ${name}`.padEnd(26)} ${'n'.padStart(5)}   hit@1   hit@5   goal\n`);
    for (const each of figures) process.stdout.write(row(each));
    const shown = /^judged(?!.*build)/.test(name) ? [] : misses.slice(0, Number(values.misses));
    for (const { question, hits, rank } of shown) {
      const first = hits.slice(0, 4).map((id) => titlesOf.get(id)?.[0]);
      process.stdout.write(
        `${question.kind}: "${question.q}" for "${question.meant}", right at ${rank ?? '-'}: ${first.join(' | ')}\n`,
      );
    }
  }
  await close();
  const { queries, empty, wrong } = noise.unheld;
  process.stdout.write(`\n${queries} queries for names that no title has: ${empty} empty, ${wrong.length} unmarked\n`);
  for (const q of wrong.slice(0, Number(values.misses))) process.stdout.write(`"${q}"\n`);
  report[adapter.name] = { ...measured, unheld: noise.unheld };
}
if (values.json) process.stdout.write(`${JSON.stringify({ queries: byRule.length, adapters: report })}\n`);
