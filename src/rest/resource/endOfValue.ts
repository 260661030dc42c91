const BACKSLASH = 0x5c;

/**
 * The place after the value that begins here.
 * @param json as JSON.stringify writes it, without white space
 */
export function endOfValue(json: string, begin: number): number {
  let depth = 0;
  for (let at = begin; at < json.length; at += 1) {
    switch (json[at]) {
      case '"':
        at = closingQuote(json, at);
        if (depth === 0) return at + 1;
        break;
      case '{':
      case '[':
        depth += 1;
        break;
      case '}':
      case ']':
        // The end of what encloses a number or a literal.
        if (depth === 0) return at;
        depth -= 1;
        if (depth === 0) return at + 1;
        break;
      case ',':
        if (depth === 0) return at;
    }
  }
  return json.length;
}

function closingQuote(json: string, opening: number): number {
  for (let quote = json.indexOf('"', opening + 1); ; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
  }
}
