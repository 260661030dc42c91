import { KeyPostings } from './keyPostings.ts';

/** A text's distinct words, and what is kept of it beside them. */
export interface OwnedText<Kept> {
  readonly words: readonly string[];
  readonly kept: Kept;
}

/** Texts that anime own several of, found by their words: numbers of texts that are gone are used again. */
export class OwnedTexts<Kept> {
  /** From words to numbers of texts. */
  readonly words: KeyPostings;
  /** By number, the anime. */
  readonly owners: number[] = [];
  /** By number. */
  readonly kept: Kept[] = [];
  readonly #byOwner = new Map<number, readonly number[]>();
  readonly #free: number[] = [];

  /** @param isMistyped whether a word is found by edits, too */
  constructor(isMistyped?: (word: string) => boolean) {
    this.words = new KeyPostings(isMistyped);
  }

  /** Adds the texts of an owner that has none. */
  add(owner: number, texts: readonly OwnedText<Kept>[]): void {
    if (texts.length === 0) return;
    const numbers = texts.map(({ words, kept }) => {
      const number = this.#free.pop() ?? this.owners.length;
      this.owners[number] = owner;
      this.kept[number] = kept;
      for (const word of words) this.words.add(word, number);
      return number;
    });
    this.#byOwner.set(owner, numbers);
  }

  /** Removes all texts of an owner, which are given as they were added. */
  remove(owner: number, texts: readonly OwnedText<Kept>[]): void {
    const numbers = this.#byOwner.get(owner) ?? [];
    this.#byOwner.delete(owner);
    this.#free.push(...numbers);
    for (const [i, number] of numbers.entries()) {
      for (const word of texts[i]?.words ?? []) this.words.remove(word, number);
    }
  }
}
