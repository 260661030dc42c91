import type { Socket } from 'node:net';

const CONTINUE = Buffer.from('HTTP/1.1 100');
/** The position of the version, which varies. */
const MINOR = 7;
/** The position of the digits that distinguish interim answers. */
const CLASS = 9;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const TWO = 0x32;

/** The position of the next byte. */
type Part = 'status line' | 'interim head' | 'beyond';

/**
 * Makes an unsolicited `100 Continue` read as `102 Processing`. A client must accept either (RFC 9110, 15.2); undici
 * closes the connection at the former. The bytes are changed as they are read; nothing is buffered.
 *
 * @param socket on which one request is sent at a time
 */
export function continueAsProcessing(socket: Socket): void {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  let part: Part = 'beyond';
  let matched = 0;
  let isContinue = false;
  let isLineEmpty = false;

  const begin = () => {
    part = 'status line';
    matched = 0;
  };
  const seeStatusLine = (bytes: Buffer, at: number) => {
    const isSame = bytes[at] === CONTINUE[matched];
    if (matched === CLASS + 1) isContinue = isSame;
    else if (matched === CLASS + 2) {
      if (isContinue && isSame) bytes[at] = TWO;
      part = 'interim head';
      isLineEmpty = false;
    } else if (!isSame && matched !== MINOR) part = 'beyond';
    matched += 1;
  };
  const seeHead = (byte: number | undefined) => {
    if (byte === LINE_FEED && isLineEmpty) begin();
    else if (byte !== CARRIAGE_RETURN) isLineEmpty = byte === LINE_FEED;
  };

  socket.read = (size?: number) => {
    const bytes: Buffer | null = read(size);
    for (let at = 0; bytes !== null && at < bytes.length && part !== 'beyond'; at += 1) {
      if (part === 'status line') seeStatusLine(bytes, at);
      else seeHead(bytes[at]);
    }
    return bytes;
  };
  socket.write = (...given: unknown[]) => {
    begin();
    return write(...given);
  };
}
