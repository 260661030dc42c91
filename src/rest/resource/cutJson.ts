/** Members of an object, or of the objects of a list; null: with all that they hold. */
export type Members = ReadonlyMap<string, Members | null>;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The object with these members alone, in its own order, without parsing its values.
 * @param json an object as JSON.stringify writes it: no white space, no escapes in the names of members
 */
export function cutJson(json: Buffer, members: Members): Buffer {
  // One character a byte: the bytes of other characters are never those of JSON's punctuation.
  return Buffer.from(cutObject(json.toString('latin1'), 0, members), 'latin1');
}

function cutObject(json: string, begin: number, members: Members): string {
  let kept = '';
  let missing = members.size;
  let at = begin + 1;
  while (missing > 0 && json.charCodeAt(at) === QUOTE) {
    const afterName = json.indexOf('"', at + 1);
    const within = members.get(json.slice(at + 1, afterName));
    const value = afterName + 2;
    const end = endOfValue(json, value);
    if (within !== undefined) {
      missing -= 1;
      const shown = within === null ? json.slice(value, end) : cutValue(json, value, within);
      kept += `${kept === '' ? '' : ','}${json.slice(at, value)}${shown}`;
    }
    at = end + 1;
  }
  return `{${kept}}`;
}

function cutValue(json: string, begin: number, members: Members): string {
  const first = json[begin];
  if (first === '{') return cutObject(json, begin, members);
  if (first !== '[') return json.slice(begin, endOfValue(json, begin));
  const items: string[] = [];
  for (let at = begin + 1; json[at] !== ']'; ) {
    items.push(cutValue(json, at, members));
    const end = endOfValue(json, at);
    at = json[end] === ',' ? end + 1 : end;
  }
  return `[${items.join()}]`;
}

/** The place after the value that begins here. */
function endOfValue(json: string, begin: number): number {
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
