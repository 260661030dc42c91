import type { SearchDocument } from '../../src/graph/search/port.ts';
import { benchId } from '../readCatalog.ts';
import { integer, pick, seededRandom } from '../seededRandom.ts';

/**
 * A larger catalogue of the same kind: the real anime, then copies of random ones in whose titles a word or some
 * characters come from another title, so that words repeat as they do in the real one and whole titles do not.
 */
export function generateCatalog(real: readonly SearchDocument[], size: number, seed: number): SearchDocument[] {
  const random = seededRandom(seed);
  const documents = real.slice(0, size);
  while (documents.length < size) {
    const model = pick(random, real);
    const titles = model.titles.map((title) => crossed(title, pick(random, pick(random, real).titles), random));
    documents.push({
      ...model,
      id: benchId(documents.length),
      titles,
      prominence: random() < 0.07 ? integer(random, 1, 250) : integer(random, 0, 60),
    });
  }
  return documents;
}

function crossed(title: string, other: string, random: () => number): string {
  const by = title.includes(' ') ? ' ' : '';
  const [own, foreign] = [title.split(by), other.split(by)];
  const at = integer(random, 0, own.length - 1);
  const from = integer(random, 0, foreign.length - 1);
  return own.toSpliced(at, 1, ...foreign.slice(from, from + (by === '' ? 3 : 2))).join(by);
}
