const TAB = 9;

/**
 * Names the character of a URL that must be percent-encoded, its place, and its encoded form.
 * @param packet the first bytes that arrived together
 * @param stop the index of the invalid byte
 */
export function describeInvalidUrl(packet: Buffer, stop: number): string {
  // For a tab the parser stops one byte later.
  const at = packet[stop - 1] === TAB ? stop - 1 : stop;
  const byte = packet[at] ?? 0;
  const before = packet.toString('latin1', packet.lastIndexOf('\n', at) + 1, at);
  // The place is unknown where the line began in an earlier packet.
  const member = /^[A-Z]+ [^ ?]*\?(?:[^ ]*&)?([\w.~-]+)=[^ &]*$/.exec(before)?.[1];
  const where = member === undefined ? 'The URL' : `The URL's ${member}`;
  const [character = '\uFFFD'] = packet.toString('utf8', at, at + 4);
  if (character === '\uFFFD') return `${where} holds the byte ${hex(byte, '0x')}, which is not UTF-8.`;
  const encoded = [...Buffer.from(character)].map((each) => hex(each, '%')).join('');
  const shown = /[\p{Cc}\p{Cf}]/u.test(character) ? `the character ${hex(byte, '0x')}` : `"${character}"`;
  return `${where} holds ${shown} as it is; percent-encoded, in UTF-8, it is ${encoded}.`;
}

function hex(byte: number, prefix: string): string {
  return prefix + byte.toString(16).toUpperCase().padStart(2, '0');
}
