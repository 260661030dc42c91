/** What a terminal shows: a screen as high as it needs, with the few controls that the command line uses. */
export class Screen {
  readonly #columns: number;
  readonly #rows: string[][] = [[]];
  /** Rows that go on in the next one because the terminal was too narrow. */
  readonly #wrapped = new Set<number>();
  #row = 0;
  #column = 0;

  constructor(columns: number) {
    this.#columns = columns;
  }

  /** @throws Error at a control that is not known here: nothing of it may be guessed */
  write(text: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a terminal obeys
    for (const [token] of text.matchAll(/\u001b\[[\d;?]*[A-Za-z]|\u001b.|[\s\S]/gu)) this.#take(token);
  }

  /** The lines as they were written, those that were wrapped in one piece, without blanks at their ends and empty ones. */
  get lines(): string[] {
    const lines: string[] = [];
    let line = '';
    for (const [at, row] of this.#rows.entries()) {
      line += Array.from({ length: row.length }, (_, column) => row[column] ?? ' ').join('');
      if (this.#wrapped.has(at)) continue;
      lines.push(line.trimEnd());
      line = '';
    }
    return [...lines, line].filter((each) => each !== '');
  }

  #take(token: string): void {
    if (token === '\r') this.#column = 0;
    else if (token === '\n') this.#moveDown();
    else if (token === '\u001b[K') this.#rows[this.#row]?.splice(this.#column);
    else if (/\p{Cc}/u.test(token)) throw new Error(`unknown control ${JSON.stringify(token)}`);
    else this.#put(token);
  }

  #put(character: string): void {
    if (this.#column === this.#columns) {
      this.#wrapped.add(this.#row);
      this.#moveDown();
      this.#column = 0;
    }
    (this.#rows[this.#row] as string[])[this.#column] = character;
    this.#column += 1;
  }

  #moveDown(): void {
    this.#row += 1;
    this.#rows[this.#row] ??= [];
  }
}
