import { endOfValue } from './endOfValue.ts';

/** Members of an object, or of the objects of a list; null: with all that they hold. */
export type Members = ReadonlyMap<string, Members | null>;

const QUOTE = 0x22;

/**
 * The value with these members alone, in its own order, without parsing what they hold.
 * @param json an object, a list of objects or null, as JSON.stringify writes it: without white space or escapes in the
 *   names of members
 */
export function cutJson(json: Buffer, members: Members): Buffer {
  // One character a byte: the bytes of other characters are never those of JSON's punctuation.
  return Buffer.from(cutValue(json.toString('latin1'), 0, members), 'latin1');
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
