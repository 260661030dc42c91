import { editDistance } from '../../../src/base/editDistance.ts';
import { integer, pick, type Random } from '../../seededRandom.ts';
import { anyTitle, type Fit, type Writer } from '../kind.ts';

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

export const SLIPS = { insertion, deletion, substitution, transposition };

/** The letters of a title in Latin letters that has at least so many; none of another. */
function letterPositions(title: string, least: number): number[] {
  if (!/^[\x20-\x7e]+$/.test(title)) return [];
  const positions = [...title].flatMap((character, i) => (isLetter(character) ? [i] : []));
  return positions.length >= least ? positions : [];
}

/** Shorter titles have neighbours in every direction. */
const LETTERS_FOR_ONE = 6;
const LETTERS_FOR_TWO = 10;

/** One letter mistyped, the first included. */
export function typo(slip: Slip): Writer {
  return ({ title }, random) => {
    const positions = letterPositions(title, LETTERS_FOR_ONE);
    if (positions.length === 0) return undefined;
    return slip([...title], pick(random, positions), random)?.join('');
  };
}

export const twoTypos: Writer = ({ title }, random) => {
  const positions = letterPositions(title, LETTERS_FOR_TWO);
  if (positions.length === 0) return undefined;
  const first = integer(random, 0, positions.length - 5);
  const second = integer(random, first + 3, positions.length - 1);
  const slips = Object.values(SLIPS);
  // From the end, so that the first position still holds.
  const once = pick(random, slips)([...title], positions[second] as number, random);
  return once && pick(random, slips)(once, positions[first] as number, random)?.join('');
};

export function within(edits: number): Fit {
  return anyTitle(
    ({ key: a }, { key: b }) => Math.abs([...a].length - [...b].length) <= edits && editDistance(a, b) <= edits,
  );
}
