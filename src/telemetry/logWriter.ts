import type { Writable } from 'node:stream';

/** Lines are written together, at the latest after this time: one system call a line would cost more than the line. */
const FLUSH_INTERVAL_MS = 200;
const BUFFER_CHARACTERS = 4096;
/** What a reader who does not keep up may owe, in characters; a line has a few hundred. */
const LONGEST_BACKLOG = 2_000_000;
/** Nobody reads: it is tried again after this time, for a reader may come back to a named pipe. */
const RETRY_MS = 5_000;

/**
 * Writes log lines without ever waiting for their reader. Lines that a slow reader leaves no room for, or that nobody reads, are
 * dropped and counted. Pino's own destination (sonic-boom) retries for ever when it is flushed into a pipe that nobody reads, which
 * blocks the process beyond any signal.
 */
export class LogWriter {
  readonly #stream: Writable;
  readonly #onResume: (dropped: number) => void;
  #pending = '';
  #timer: NodeJS.Timeout | undefined;
  #brokenAt = Number.NEGATIVE_INFINITY;
  #droppedInSpell = 0;
  #dropped = 0;

  /** @param onResume told how many lines were dropped, when lines get through again */
  constructor(stream: Writable, onResume: (dropped: number) => void) {
    this.#stream = stream;
    this.#onResume = onResume;
    stream.on('error', () => {
      this.#brokenAt = performance.now();
    });
  }

  /** Lines dropped so far. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    if (this.#isFull() || performance.now() - this.#brokenAt < RETRY_MS) {
      this.#dropped += 1;
      this.#droppedInSpell += 1;
      return;
    }
    this.#pending += line;
    if (this.#droppedInSpell > 0) this.#tellDropped();
    if (this.#pending.length >= BUFFER_CHARACTERS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  /** Hands everything to the operating system that takes it at once. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending === '') return;
    const text = this.#pending;
    this.#pending = '';
    this.#stream.write(text);
  }

  /** Flushes, and waits for the reader to take it: at most `milliseconds`. */
  async drain(milliseconds: number): Promise<void> {
    this.flush();
    const deadline = performance.now() + milliseconds;
    while (this.#stream.writableLength > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  #isFull(): boolean {
    return this.#stream.writableLength + this.#pending.length > LONGEST_BACKLOG;
  }

  #tellDropped(): void {
    const dropped = this.#droppedInSpell;
    this.#droppedInSpell = 0;
    this.#onResume(dropped);
  }
}
