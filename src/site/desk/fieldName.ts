import { words } from '../design/words.ts';

/** A field as people read it: `externalIds` is "External ids". */
export function fieldName(field: string): string {
  return words(field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}
