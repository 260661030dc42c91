import { formatCount } from '../terminal/formatNumbers.ts';
import type { FirstStartResult } from './fillEmptyDatabase.ts';

/**
 * What the first start tells when it is done: what there is now, and three requests that answer something.
 * @param example id of an anime
 * @param publicUrl null when this process serves no public requests
 */
export function nextSteps(
  { catalogue, season }: FirstStartResult,
  example: string | null,
  publicUrl: string | null,
): string {
  const lines = [
    `The catalogue is ready: ${formatCount(catalogue.created + catalogue.updated + catalogue.unchanged)} anime.`,
  ];
  if (catalogue.proposed > 0) {
    lines.push(
      `${formatCount(catalogue.proposed)} records that may mean an anime already there wait: bin/catalog review list`,
    );
  }
  if (season !== null) {
    lines.push(
      'A fictional season ("Sample: …") is in it, so that releases, schedules and premieres answer something;',
    );
    lines.push('with SAMPLE_DATA=catalogue a first start leaves it out.');
  }
  if (publicUrl === null) return lines.join('\n');
  const requests = [
    `${publicUrl}/v1/anime?year=2013&season=spring&format=tv`,
    ...(example === null ? [] : [`${publicUrl}/v1/anime/${example}`]),
    season === null ? `${publicUrl}/v1/anime?sort=updated.desc&limit=3` : `${publicUrl}/v1/episodes/releases`,
  ];
  return [...lines, 'Try:', ...requests.map((url) => `  curl '${url}'`), `and read ${publicUrl}/v1/reference`].join(
    '\n',
  );
}
