/** One letter stands for nothing. */
const MIN_INITIALS = 2;

/** Longer ones nobody types. */
const MAX_INITIALS = 12;

/**
 * The initials by which a title is known: of every word ("snk"), with numbers written out ("mp100"), and with a last word of two
 * letters written out ("dbgt").
 */
export function titleInitials(plain: string): string[] {
  const words = plain.split(' ');
  if (words.length < 2 || !words.every((word) => /^[a-z0-9]/.test(word))) return [];
  const first = words.map((word) => word.charAt(0)).join('');
  const numbersWhole = words.map((word) => (/^\d+$/.test(word) ? word : word.charAt(0))).join('');
  const last = words.at(-1) ?? '';
  const lastWhole = /^[a-z]{2}$/.test(last) ? first.slice(0, -1) + last : first;
  return [first, numbersWhole, lastWhole].filter(isInitials);
}

/** Whether a plain text can be meant as initials: one word of a few letters and digits that begins with a letter. */
export function isInitials(plain: string): boolean {
  return /^[a-z][a-z0-9]*$/.test(plain) && plain.length >= MIN_INITIALS && plain.length <= MAX_INITIALS;
}
