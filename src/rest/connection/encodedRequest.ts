/** Where a parser stopped at a URL. */
interface RefusedUrl {
  /** What came from the connection at once. */
  readonly packet: Buffer;
  /** The byte of it at which the parser stopped. */
  readonly at: number;
}

/** The method and the URL up to the byte: no method ends in one of these two, so nothing stands before them. */
const BEGINNING = /^(?:GET|HEAD) \/[\x21-\x7e]*$/;
/** Of a body's length nothing may depend here. */
const BODY = /^(?:content-length|transfer-encoding|expect|upgrade)[\t ]*:/im;

/**
 * The request whose URL holds the bytes of UTF-8 as they are, as `curl 'localhost:3000/v1/search?q=鬼滅の刃'` sends it, with these bytes
 * percent-encoded, and `Connection: close`: what comes after it is not taken.
 * @returns null for whatever else a parser stops at, and where not the whole head of a GET or HEAD came at once
 */
export function encodedRequest({ packet, at }: RefusedUrl): Buffer | null {
  if ((packet[at] ?? 0) < 0x80) return null;
  const begin = packet.lastIndexOf('\n', at) + 1;
  const lineEnd = packet.indexOf('\r\n', at);
  const end = packet.indexOf('\r\n\r\n', at);
  if (lineEnd === -1 || end === -1 || !BEGINNING.test(packet.toString('latin1', begin, at))) return null;
  const line = packet.toString('latin1', begin, lineEnd).replace(/[\x80-\xff]/g, percentEncoded);
  const headers = packet.toString('latin1', lineEnd + 2, end + 2);
  if (!line.endsWith(' HTTP/1.1') || BODY.test(headers)) return null;
  return Buffer.from(`${line}\r\nConnection: close\r\n${headers}\r\n`, 'latin1');
}

/** One byte, told as the character with its number. */
function percentEncoded(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase()}`;
}
