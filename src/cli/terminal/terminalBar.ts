/** The needed part of a standard stream on a terminal. */
interface TerminalStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string | Uint8Array): boolean;
}

/** Moves to the beginning of the line and clears it. */
const ERASE = '\r\u001b[K';
const LINE_FEED = 10;

/**
 * A status line at the bottom of a terminal. While shown, it owns the terminal: everything that this process writes to
 * its standard streams (a note, the log, a library's warning) appears above it.
 */
export class TerminalBar {
  readonly #terminal: TerminalStream;
  readonly #writeBar: TerminalStream['write'];
  readonly #streams: readonly { readonly stream: TerminalStream; readonly write: TerminalStream['write'] }[];
  readonly #end = () => this.end();
  #line = '';

  /**
   * @param terminal where the bar is shown
   * @param streams of the process; those on a terminal are assumed to share it
   */
  constructor(
    terminal: TerminalStream = process.stderr,
    streams: readonly TerminalStream[] = [process.stdout, process.stderr],
  ) {
    this.#terminal = terminal;
    this.#writeBar = terminal.write.bind(terminal);
    this.#streams = streams.filter(({ isTTY }) => isTTY).map((stream) => ({ stream, write: stream.write }));
    for (const { stream, write } of this.#streams) stream.write = this.#above(stream, write);
    // Otherwise the shell's prompt would follow it.
    process.once('exit', this.#end);
  }

  /** Replaces the line, cut to the terminal's width. */
  show(line: string): void {
    this.#line = line;
    this.#draw();
  }

  /** Removes the bar and restores the streams. */
  end(): void {
    process.off('exit', this.#end);
    for (const { stream, write } of this.#streams) stream.write = write;
    if (this.#line !== '') this.#writeBar(ERASE);
    this.#line = '';
  }

  #draw(): void {
    // Terminals wrap after a full line.
    const { columns = 80 } = this.#terminal;
    this.#writeBar(`${ERASE}${this.#line.slice(0, columns - 1)}`);
  }

  #above(stream: TerminalStream, write: TerminalStream['write']): TerminalStream['write'] {
    return (...written) => {
      const [chunk] = written;
      this.#writeBar(ERASE);
      const hasRoom = Reflect.apply(write, stream, written);
      if (!endsLine(chunk)) Reflect.apply(write, stream, ['\n']);
      this.#draw();
      return hasRoom;
    };
  }
}

function endsLine(chunk: string | Uint8Array): boolean {
  return chunk.length === 0 || (typeof chunk === 'string' ? chunk.endsWith('\n') : chunk.at(-1) === LINE_FEED);
}
