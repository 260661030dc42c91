import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { closeAfterAnswer } from './closeConnection.ts';
import type { ParserError } from './refuseUnparsed.ts';

/** The method and the URL up to the byte: no method ends in one of these two, so nothing precedes them. */
const BEGINNING = /^(?:GET|HEAD) \/[\x21-\x7e]*$/;
/** Excludes requests with a body. */
const BODY = /^(?:content-length|transfer-encoding|expect|upgrade)[\t ]*:/im;

/**
 * A handler of the server's event `clientError`. Node's parser refuses raw UTF-8 in URLs, which people type: such a
 * request is percent-encoded and parsed again, and the connection closed after its answer. Only on a connection without
 * another request in flight, so that answers cannot be swapped.
 * @param refuse answers all other errors
 */
export function reparseUtf8Url(server: Server, refuse: (error: ParserError, socket: Socket) => void) {
  const reparsed = new WeakSet<Socket>();
  return (error: ParserError, socket: Socket): void => {
    const { code, rawPacket: packet, bytesParsed: at } = error;
    // The parser reports each further chunk.
    if (reparsed.has(socket) && code !== 'ECONNRESET') return;
    const isUrl = code === 'HPE_INVALID_URL' && packet !== undefined && at !== undefined;
    const request = isUrl && isFree(socket) ? encodedRequest(packet, at) : null;
    if (request === null) {
      refuse(error, socket);
      return;
    }
    reparsed.add(socket);
    server.emit('connection', new ReparsedConnection(socket, request));
  };
}

/** Node keeps the current answer of the connection there. */
function isFree(socket: Socket): boolean {
  return socket.writable && (socket as { _httpMessage?: unknown })._httpMessage == null;
}

/**
 * A request with raw UTF-8 in its URL, as `curl 'localhost:3000/v1/search?q=鬼滅の刃'` sends it, with these bytes
 * percent-encoded and `Connection: close`: requests behind it are dropped.
 * @param packet the bytes that arrived together
 * @param at the byte at which the parser stopped
 * @returns null for other errors, and unless the whole head of a GET or HEAD arrived at once
 */
export function encodedRequest(packet: Buffer, at: number): Buffer | null {
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

/** A byte, as the character with its number. */
function percentEncoded(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * Stands in for a connection whose parser has given up: it yields one request, writes the answer to that connection and
 * closes it.
 */
class ReparsedConnection extends Duplex {
  readonly #socket: Socket;

  constructor(socket: Socket, request: Buffer) {
    super();
    this.#socket = socket;
    this.push(request);
    socket.once('close', () => this.destroy());
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress;
  }

  get bytesWritten(): number {
    return this.#socket.bytesWritten;
  }

  override _read(): void {
    // The request is complete from the start, and nothing follows it.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
    closeAfterAnswer(this.#socket);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.writableFinished) this.#socket.destroy();
    done(error);
  }
}
