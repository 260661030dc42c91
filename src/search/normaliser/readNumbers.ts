const READINGS = ['', 'ichi', 'ni', 'san', 'yon', 'go', 'roku', 'nana', 'hachi', 'kyuu', 'juu'];
/** A counted word is written with a hyphen in Latin letters: 3-gatsu, 5-toubun, 2-choume. */
const COUNTED = /\b(10|[1-9])-(?=[a-z])/gi;

/** A text with counted numbers as they are spoken in Japanese ("3-gatsu no Lion" → "sangatsu no Lion"). */
export function readNumbers(text: string): string {
  return text.replace(COUNTED, (_, number: string) => READINGS[Number(number)] ?? number);
}
