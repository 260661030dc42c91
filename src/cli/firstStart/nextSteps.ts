import type { Database } from '../../database/database.ts';
import { formatCount } from '../formatNumbers.ts';
import type { FirstStartResult } from './fillEmptyDatabase.ts';

/** What the first start tells when it is done: what there is now, and three requests that answer something. */
export async function nextSteps(
  database: Database,
  result: FirstStartResult,
  publicUrl: string | null,
): Promise<string> {
  const { catalogue, season } = result;
  const lines = [
    `The catalogue is ready: ${formatCount(catalogue.created + catalogue.updated + catalogue.unchanged)} anime.`,
  ];
  if (catalogue.proposed > 0) {
    lines.push(
      `${formatCount(catalogue.proposed)} records that may mean an anime already there wait: npx --no -- catalog review list`,
    );
  }
  if (season !== null) {
    lines.push(
      'A fictional season ("Sample: …") is in it, so that releases, schedules and premieres answer something.',
    );
    lines.push('SAMPLE_DATA=catalogue on an empty DATA_DIR leaves it out.');
  }
  const example = await exampleAnime(database);
  const requests = [
    `${publicUrl}/v1/anime?year=2013&season=spring&format=tv`,
    ...(example === null ? [] : [`${publicUrl}/v1/anime/${example}`]),
    season === null ? `${publicUrl}/v1/anime?sort=updated.desc&limit=3` : `${publicUrl}/v1/episodes/releases`,
  ];
  if (publicUrl === null) return lines.join('\n');
  return [...lines, 'Try:', ...requests.map((url) => `  curl '${url}'`), `and read ${publicUrl}/v1/reference`].join(
    '\n',
  );
}

/** An anime that many know, else any. */
async function exampleAnime(database: Database): Promise<string | null> {
  const known = await database.client.anime.findFirst({ where: { title: '進撃の巨人' }, select: { id: true } });
  return (known ?? (await database.client.anime.findFirst({ select: { id: true } })))?.id ?? null;
}
