/** What is needed of a standard stream that is a terminal. */
interface TerminalStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string | Uint8Array): boolean;
}

/** To the beginning of the line, which is emptied. */
const ERASE = '\r\u001b[K';
const LINE_FEED = 10;

/**
 * The last line of a terminal, which says how far something is. While it is there it owns the terminal: what this
 * process writes to its standard streams goes above it: a note, the log or a library's warning.
 */
export class TerminalBar {
  readonly #terminal: TerminalStream;
  readonly #writeBar: TerminalStream['write'];
  readonly #streams: readonly { readonly stream: TerminalStream; readonly write: TerminalStream['write'] }[];
  readonly #end = () => this.end();
  #line = '';

  /**
   * @param terminal where the bar is shown
   * @param streams of which those that are terminals are taken for the same one
   */
  constructor(
    terminal: TerminalStream = process.stderr,
    streams: readonly TerminalStream[] = [process.stdout, process.stderr],
  ) {
    this.#terminal = terminal;
    this.#writeBar = terminal.write.bind(terminal);
    this.#streams = streams.filter(({ isTTY }) => isTTY).map((stream) => ({ stream, write: stream.write }));
    for (const { stream, write } of this.#streams) stream.write = this.#above(stream, write);
    // Else the shell's prompt would stand behind it.
    process.once('exit', this.#end);
  }

  /** Shows this line instead of the one before; what is wider than the terminal is cut off. */
  show(line: string): void {
    this.#line = line;
    this.#draw();
  }

  /** Takes the bar away and leaves the streams as they were. */
  end(): void {
    process.off('exit', this.#end);
    for (const { stream, write } of this.#streams) stream.write = write;
    if (this.#line !== '') this.#writeBar(ERASE);
    this.#line = '';
  }

  #draw(): void {
    // A full line would make terminals wrap.
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
