import { endOfValue } from './endOfValue.ts';

/**
 * The object with this value of a member: in its place where the object has the member, else as its last one.
 * @param json an object as JSON.stringify writes it: no white space, no escapes in the names of members
 */
export function putMember(json: Buffer, name: string, value: Buffer): Buffer {
  // One character a byte: the bytes of other characters are never those of JSON's punctuation.
  const text = json.toString('latin1');
  const key = `"${name}":`;
  for (let at = 1; text[at] === '"'; ) {
    const begin = text.indexOf('"', at + 1) + 2;
    const end = endOfValue(text, begin);
    if (text.slice(at, begin) === key) return Buffer.concat([json.subarray(0, begin), value, json.subarray(end)]);
    at = end + 1;
  }
  const comma = json.length > 2 ? ',' : '';
  return Buffer.concat([json.subarray(0, -1), Buffer.from(comma + key), value, Buffer.from('}')]);
}
