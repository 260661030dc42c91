/** What a parser stopped at: what came at once, and the byte of it that no URL may hold. */
interface Stop {
  readonly packet: Buffer;
  readonly at: number;
}

const TAB = 9;

/** Says what stands in a URL that must be percent-encoded, in which member, and how it would be right. */
export function unreadableUrl({ packet, at: stop }: Stop): string {
  // Of a tab the parser finds out at the next byte.
  const at = packet[stop - 1] === TAB ? stop - 1 : stop;
  const before = packet.toString('latin1', packet.lastIndexOf('\n', at) + 1, at);
  // Where the beginning of the line came earlier, nobody knows which member it is.
  const member = /^[A-Z]+ [^ ?]*\?(?:[^ ]*&)?([\w.~-]+)=[^ &]*$/.exec(before)?.[1];
  const where = member === undefined ? 'The URL' : `The URL's ${member}`;
  const character = characterAt(packet, at);
  if (character === null) return `${where} holds the byte ${hex(packet[at] ?? 0, '0x')}, which is not UTF-8.`;
  const encoded = [...Buffer.from(character)].map((byte) => hex(byte, '%')).join('');
  const shown = /[\p{Cc}\p{Cf}]/u.test(character) ? `the character ${hex(packet[at] ?? 0, '0x')}` : `"${character}"`;
  return `${where} holds ${shown} as it is; percent-encoded, in UTF-8, it is ${encoded}.`;
}

function characterAt(packet: Buffer, at: number): string | null {
  const [character = '\uFFFD'] = packet.toString('utf8', at, at + 4);
  return character === '\uFFFD' ? null : character;
}

function hex(byte: number, prefix: string): string {
  return prefix + byte.toString(16).toUpperCase().padStart(2, '0');
}
