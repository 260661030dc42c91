import { invalidParameter } from '../model/errors.ts';

/** NIST SP 800-63B, 5.1.1.2, for a password as the only factor. In code points, as everywhere. */
const SHORTEST = 12;
const LONGEST = 256;

/** Guesses that zxcvbn expects, as a power of ten: a word with a year or a name takes a hundred millions. */
const LEAST_GUESSES = 9;
/** The estimate of 256 characters can take a second of the process. */
const ESTIMATED = 64;

/** What everybody tries first at this service. */
const SERVICE = [
  'catalogue',
  'anime catalog',
  'canonical anime',
  'canonical anime catalog',
  'canonical anime catalog service',
];

/**
 * Requires that a new password is neither short nor easy to guess: a common one, a repetition, a sequence, a walk over
 * the keyboard, the person's or the service's name, or of these.
 * @param name the user's
 * @throws CatalogError invalid_parameter
 */
export async function checkPassword(password: string, name: string): Promise<void> {
  const characters = [...password];
  if (characters.length < SHORTEST || characters.length > LONGEST) {
    throw invalidParameter('password', `${SHORTEST} to ${LONGEST} characters are expected.`);
  }
  // As it is hashed.
  const text = characters.slice(0, ESTIMATED).join('').normalize('NFKC');
  // Loaded when it is needed: half a megabyte of common passwords.
  const { passwordGuesses } = await import('./passwordGuesses.ts');
  if (passwordGuesses(text, [name, ...SERVICE].flatMap(spellings)) < LEAST_GUESSES) {
    throw invalidParameter('password', 'it is too easy to guess: take several words that do not belong together.');
  }
}

/** A name, its parts, and these joined in the usual ways. */
function spellings(name: string): readonly string[] {
  const parts = name.split(/[ ._@+-]+/);
  return [name, ...parts, ...['', ' ', '-', '_', '.'].map((between) => parts.join(between))];
}
