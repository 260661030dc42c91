/**
 * Characters that a terminal interprets: controls (C0, DEL, C1), line and paragraph separators,
 * and bidirectional controls (UAX #9). The catalogue refuses them in titles and names, but older
 * rows, direct edits and files may hold them.
 */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A value as part of one line: control characters appear as their escapes in JSON, such as \u009b. */
export function visibleLine(value: string): string {
  return value.replace(CONTROLS, escapeOf);
}

/** As visibleLine, but keeps line feeds. */
export function visibleText(text: string): string {
  return text.replace(CONTROLS, (found) => (found === '\n' ? found : escapeOf(found)));
}

/** As visibleLine, for texts where line breaks and tabs are layout: markup, and code within it. */
export function visibleMarkup(markup: string): string {
  return markup.replace(CONTROLS, (found) => (/[\t\n\r]/.test(found) ? found : escapeOf(found)));
}

function escapeOf(character: string): string {
  const short = JSON.stringify(character).slice(1, -1);
  return short.startsWith('\\') ? short : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
