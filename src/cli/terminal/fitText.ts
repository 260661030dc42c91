import stringWidth from 'string-width';

/** The text in at most so many columns of a terminal, where Chinese and Japanese characters take two; what is cut ends with "…". */
export function fitText(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let fitting = '';
  let width = 0;
  for (const character of text) {
    width += stringWidth(character);
    if (width > columns - 1) break;
    fitting += character;
  }
  return `${fitting}…`;
}
