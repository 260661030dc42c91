/** Fewer letters stand for too many titles. */
export const MIN_INITIALS = 3;

/** The initials by which a title is known: of every word ("snk"), and with numbers written out ("mp100"). */
export function initials(plain: string): string[] {
  const words = plain.split(' ');
  if (words.length < MIN_INITIALS || !words.every((word) => /^[a-z0-9]/.test(word))) return [];
  const first = words.map((word) => word.charAt(0)).join('');
  const numbersWhole = words.map((word) => (/^\d+$/.test(word) ? word : word.charAt(0))).join('');
  return [...new Set([first, numbersWhole])];
}
