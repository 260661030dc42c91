import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { closeBehindAnswer } from './closeBehindAnswer.ts';

/**
 * A connection on which one request stands and whose answer goes to another, which it closes: for `server.emit('connection', …)`, when
 * the server's parser has given up what came from that other one.
 */
export class SecondReading extends Duplex {
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
    // The request is there from the start, and nothing follows it.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
    closeBehindAnswer(this.#socket);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.writableFinished) this.#socket.destroy();
    done(error);
  }
}
