/**
 * What a terminal obeys instead of showing: control characters (C0, DEL, C1), separators of lines and paragraphs, and what turns text
 * round (UAX #9). The catalogue refuses them in titles and names; what was stored before, direct edits and files may hold them.
 */
const OBEYED = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A value as a part of one line: what a terminal would obey is shown as its escape in JSON, such as \u009b. */
export function visibleLine(value: string): string {
  return value.replace(OBEYED, escapeOf);
}

/** Lines of text: as visibleLine, but for the line feeds between them. */
export function visibleText(text: string): string {
  return text.replace(OBEYED, (found) => (found === '\n' ? found : escapeOf(found)));
}

function escapeOf(character: string): string {
  const short = JSON.stringify(character).slice(1, -1);
  return short.startsWith('\\') ? short : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
