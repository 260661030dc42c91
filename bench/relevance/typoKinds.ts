import { editDistance } from '../../src/editDistance.ts';
import type { CatalogTitle } from '../readCatalog.ts';
import { integer, pick, type Random } from '../seededRandom.ts';
import { anyTitle, type QueryKind } from './kind.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

type Slip = (characters: readonly string[], at: number, random: Random) => string[] | undefined;

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /^[a-z]$/i.test(character);
}

const insertion: Slip = (characters, at, random) => characters.toSpliced(at, 0, pick(random, LETTERS));
const deletion: Slip = (characters, at) => characters.toSpliced(at, 1);
const substitution: Slip = (characters, at, random) => {
  const others = LETTERS.filter((letter) => letter !== characters[at]?.toLowerCase());
  return characters.toSpliced(at, 1, pick(random, others));
};
const transposition: Slip = (characters, at) => {
  const [a, b] = [characters[at], characters[at + 1]];
  if (a === undefined || b === undefined || !isLetter(b) || a.toLowerCase() === b.toLowerCase()) return undefined;
  return characters.toSpliced(at, 2, b, a);
};

const SLIPS = { insertion, deletion, substitution, transposition };

/** Titles in Latin letters of which at least `least` can be mistyped. */
function letterPositions(title: CatalogTitle, least: number): number[] {
  if (!/^[\x20-\x7e]+$/.test(title.title)) return [];
  const positions = [...title.title].flatMap((character, i) => (isLetter(character) ? [i] : []));
  return positions.length >= least ? positions : [];
}

/** Shorter titles have neighbours in every direction. */
const LETTERS_FOR_ONE = 6;
const LETTERS_FOR_TWO = 10;

/** Letters of the title mistyped, the first included. */
export const TYPO_KINDS: readonly QueryKind[] = [
  ...Object.entries(SLIPS).map(
    ([name, slip]): QueryKind => ({
      name: `typo: ${name}`,
      goal: 0.98,
      write: (title, random) => {
        const positions = letterPositions(title, LETTERS_FOR_ONE);
        if (positions.length === 0) return undefined;
        return slip([...title.title], pick(random, positions), random)?.join('');
      },
      fits: anyTitle((query, title) => isWithin(1, query.key, title.key)),
    }),
  ),
  {
    name: 'two typos',
    goal: 0.95,
    write: (title, random) => {
      const positions = letterPositions(title, LETTERS_FOR_TWO);
      if (positions.length === 0) return undefined;
      const first = integer(random, 0, positions.length - 5);
      const second = integer(random, first + 3, positions.length - 1);
      const slips = Object.values(SLIPS);
      // From the end, so that the first position still holds.
      const once = pick(random, slips)([...title.title], positions[second] as number, random);
      return once && pick(random, slips)(once, positions[first] as number, random)?.join('');
    },
    fits: anyTitle((query, title) => isWithin(2, query.key, title.key)),
  },
];

function isWithin(edits: number, a: string, b: string): boolean {
  return Math.abs([...a].length - [...b].length) <= edits && editDistance(a, b) <= edits;
}
