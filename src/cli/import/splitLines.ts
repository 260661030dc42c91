/** A line with its number from 1, or why it could not be read. Blank lines are counted and left out. */
export type Line =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly problem: string };

const LONGEST_LINE = 1 << 20;
const LINE_FEED = 0x0a;

/**
 * Splits UTF-8 into lines (LF or CRLF, a byte order mark at the start is dropped), holding no more than one line in
 * memory: a line of more than `longest` bytes or of invalid UTF-8 is reported as a problem, and the rest is read.
 */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>, longest = LONGEST_LINE): AsyncGenerator<Line> {
  const reader = new LineReader(longest);
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      reader.add(chunk.subarray(start, end));
      const line = reader.finish();
      if (line !== null) yield line;
      start = end + 1;
    }
    reader.add(chunk.subarray(start));
  }
  const line = reader.finish();
  if (line !== null) yield line;
}

class LineReader {
  readonly #longest: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #number = 1;
  #bytes = 0;
  #parts: Uint8Array[] = [];

  constructor(longest: number) {
    this.#longest = longest;
  }

  add(part: Uint8Array): void {
    this.#bytes += part.byteLength;
    if (this.#bytes > this.#longest) this.#parts = [];
    else if (part.byteLength > 0) this.#parts.push(part);
  }

  /** The line that ends here; null when it is blank. */
  finish(): Line | null {
    const number = this.#number;
    const bytes = this.#bytes;
    const parts = this.#parts;
    this.#number += 1;
    this.#bytes = 0;
    this.#parts = [];
    if (bytes > this.#longest) return { number, problem: `the line has ${bytes} bytes, more than ${this.#longest}` };
    let text: string;
    try {
      text = this.#decoder.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts));
    } catch {
      return { number, problem: 'the line is not UTF-8' };
    }
    if (number === 1 && text.startsWith('\ufeff')) text = text.slice(1);
    if (text.endsWith('\r')) text = text.slice(0, -1);
    return text.trim() === '' ? null : { number, text };
  }
}
