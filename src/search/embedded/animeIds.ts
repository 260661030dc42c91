const WORDS = 4;
const NONE = 0xffffffff;

/**
 * The ids of anime by number, and the numbers by id: UUIDs as four words each, and a table of numbers in the order of the ids' hashes.
 */
export class AnimeIds {
  #words = new Uint32Array(WORDS * 256);
  #table = new Uint32Array(512).fill(NONE);
  #size = 0;
  readonly #wanted = new Uint32Array(WORDS);

  /** How many ids have a number. */
  get size(): number {
    return this.#size;
  }

  /** Undefined for an id that has none. */
  find(id: string): number | undefined {
    this.#read(id);
    const number = this.#table[this.#slot()] as number;
    return number === NONE ? undefined : number;
  }

  /** Gives an id that has none a number that nobody has. */
  set(number: number, id: string): void {
    if ((this.#size + 1) * 4 > this.#table.length * 3) this.#grow();
    if ((number + 1) * WORDS > this.#words.length) {
      const words = new Uint32Array(Math.ceil((number + 1) * WORDS * 1.125));
      words.set(this.#words);
      this.#words = words;
    }
    this.#read(id);
    this.#words.set(this.#wanted, number * WORDS);
    this.#table[this.#slot()] = number;
    this.#size++;
  }

  delete(number: number): void {
    this.#load(number);
    const mask = this.#table.length - 1;
    let hole = this.#slot();
    this.#table[hole] = NONE;
    this.#size--;
    // What stood behind it only because the slot was taken moves up.
    for (let slot = (hole + 1) & mask; this.#table[slot] !== NONE; slot = (slot + 1) & mask) {
      const other = this.#table[slot] as number;
      const home = this.#hash(this.#words, other * WORDS) & mask;
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      this.#table[hole] = other;
      this.#table[slot] = NONE;
      hole = slot;
    }
  }

  idOf(number: number): string {
    const hex = Array.from(this.#words.subarray(number * WORDS, (number + 1) * WORDS), (word) =>
      word.toString(16).padStart(8, '0'),
    ).join('');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  }

  /** Whether the id of one number comes before that of another. */
  isBefore(a: number, b: number): boolean {
    for (let i = 0; i < WORDS; i++) {
      const difference = (this.#words[a * WORDS + i] as number) - (this.#words[b * WORDS + i] as number);
      if (difference !== 0) return difference < 0;
    }
    return false;
  }

  #read(id: string): void {
    const hex = id.replaceAll('-', '');
    for (let i = 0; i < WORDS; i++) this.#wanted[i] = Number.parseInt(hex.slice(i * 8, (i + 1) * 8), 16);
  }

  #load(number: number): void {
    for (let i = 0; i < WORDS; i++) this.#wanted[i] = this.#words[number * WORDS + i] as number;
  }

  /** Where the wanted id is in the table or would be. */
  #slot(): number {
    const mask = this.#table.length - 1;
    let slot = this.#hash(this.#wanted, 0) & mask;
    for (; ; slot = (slot + 1) & mask) {
      const number = this.#table[slot] as number;
      if (number === NONE || this.#isWanted(number)) return slot;
    }
  }

  #isWanted(number: number): boolean {
    for (let i = 0; i < WORDS; i++) if (this.#words[number * WORDS + i] !== this.#wanted[i]) return false;
    return true;
  }

  #hash(words: Uint32Array, at: number): number {
    let hash = 0;
    for (let i = 0; i < WORDS; i++) hash = Math.imul(hash ^ (words[at + i] as number), 0x9e3779b1);
    return hash ^ (hash >>> 15);
  }

  #grow(): void {
    const numbers = this.#table.filter((number) => number !== NONE);
    this.#table = new Uint32Array(this.#table.length * 2).fill(NONE);
    for (const number of numbers) {
      this.#load(number);
      this.#table[this.#slot()] = number;
    }
  }
}
