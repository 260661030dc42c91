import type { Writable } from 'node:stream';

/** Lines are written together, after this time at the latest: a system call costs more than a line. */
const FLUSH_INTERVAL_MS = 200;
/** PIPE_BUF: a write of up to this size is atomic in a pipe that other processes write to. */
const BUFFER_CHARACTERS = 4096;
/** The longest backlog of a slow reader, in characters; a line has a few hundred. */
const LONGEST_BACKLOG = 2_000_000;
/** When a broken stream is retried: a named pipe may have a new reader. */
const RETRY_MS = 5_000;

/**
 * Writes log lines without waiting for their reader: lines beyond the backlog of a slow or absent reader are dropped
 * and counted. Pino's own destination (sonic-boom) retries forever when it is flushed into a pipe without a reader, and
 * blocks the process beyond any signal.
 */
export class LogWriter {
  readonly #stream: Writable;
  readonly #onResume: (dropped: number) => void;
  #pending = '';
  #timer: NodeJS.Timeout | undefined;
  #brokenAt = Number.NEGATIVE_INFINITY;
  #unreported = 0;
  #dropped = 0;
  readonly #noteBreak = () => {
    this.#brokenAt = performance.now();
  };

  /** @param onResume called with the number of dropped lines when writing succeeds again */
  constructor(stream: Writable, onResume: (dropped: number) => void) {
    this.#stream = stream;
    this.#onResume = onResume;
    stream.on('error', this.#noteBreak);
  }

  /** Lines dropped so far. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    if (this.#isFull() || performance.now() - this.#brokenAt < RETRY_MS) {
      this.#dropped += 1;
      this.#unreported += 1;
      return;
    }
    if (this.#pending.length + line.length > BUFFER_CHARACTERS) this.flush();
    this.#pending += line;
    if (this.#unreported > 0) this.#reportDropped();
    if (this.#pending.length >= BUFFER_CHARACTERS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  /** Writes everything that the operating system accepts at once. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending === '') return;
    const text = this.#pending;
    this.#pending = '';
    this.#stream.write(text);
  }

  /** Flushes, waiting at most `milliseconds` for the reader. */
  async drain(milliseconds: number): Promise<void> {
    this.flush();
    const deadline = performance.now() + milliseconds;
    while (this.#stream.writableLength > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** As `drain`, for the last time: standard output outlives the logs of a service that was closed. */
  async close(milliseconds: number): Promise<void> {
    await this.drain(milliseconds);
    this.#stream.off('error', this.#noteBreak);
  }

  #isFull(): boolean {
    return this.#stream.writableLength + this.#pending.length > LONGEST_BACKLOG;
  }

  #reportDropped(): void {
    const dropped = this.#unreported;
    this.#unreported = 0;
    this.#onResume(dropped);
  }
}
