/** Fewer letters stand for too many titles. */
const MIN_INITIALS = 3;

/** Longer ones nobody types. */
const MAX_INITIALS = 12;

/** The initials by which a title is known: of every word ("snk"), and with numbers written out ("mp100"). */
export function titleInitials(plain: string): string[] {
  const words = plain.split(' ');
  if (!words.every((word) => /^[a-z0-9]/.test(word))) return [];
  const first = words.map((word) => word.charAt(0)).join('');
  const numbersWhole = words.map((word) => (/^\d+$/.test(word) ? word : word.charAt(0))).join('');
  return [first, numbersWhole].filter(isInitials);
}

/** Whether a plain text can be meant as initials: one word of a few letters and digits that begins with a letter. */
export function isInitials(plain: string): boolean {
  return /^[a-z][a-z0-9]*$/.test(plain) && plain.length >= MIN_INITIALS && plain.length <= MAX_INITIALS;
}
