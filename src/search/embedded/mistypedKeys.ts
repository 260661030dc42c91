import { countCjk } from '../normaliser/textRuns.ts';
import { ByteBlocks } from './byteBlocks.ts';
import { isWithinEdits } from './editDistance.ts';
import { EditWalk, WITHIN } from './editWalk.ts';
import { NEXT_KEY, SortedKeys } from './sortedKeys.ts';

const MAX_EDITS = 2;
const SURROGATE = /[\uD800-\uDFFF]/;

/**
 * Keys to be found by texts a few edits away. The texts have no Han or kana and more letters than edits (the plan asks nothing
 * else), so a key with more Han and kana than edits, or with nothing else, is left out.
 */
export class MistypedKeys {
  /** By length: an edit changes it by one at most. */
  readonly #byLength: (SortedKeys | undefined)[] = [];
  /** Keys with characters outside the BMP: the walk goes by UTF-16 units, an edit is a code point. */
  readonly #astral = new Map<string, number>();
  readonly #blocks: ByteBlocks;

  constructor(blocks = new ByteBlocks()) {
    this.#blocks = blocks;
  }

  add(key: string, number: number): void {
    if (SURROGATE.test(key)) {
      this.#astral.set(key, number);
    } else if (canBeMeant(key)) {
      const keys = this.#byLength[key.length] ?? new SortedKeys(this.#blocks);
      this.#byLength[key.length] = keys;
      keys.add(key, number);
    }
  }

  /** Gives a key another number. */
  set(key: string, number: number): void {
    if (this.#astral.has(key)) this.#astral.set(key, number);
    else this.#byLength[key.length]?.set(key, number);
  }

  delete(key: string): void {
    if (!this.#astral.delete(key)) this.#byLength[key.length]?.delete(key);
  }

  visitWithinEdits(text: string, edits: 1 | 2, visit: (number: number) => void): void {
    const walk = new EditWalk(text, edits);
    const { length } = walk;
    for (let i = Math.max(0, length - edits); i <= length + edits; i++) {
      const keys = this.#byLength[i];
      if (keys === undefined) continue;
      walk.begin(i);
      keys.walk((key, _, kept, number) => {
        const step = walk.next(key, kept);
        if (step !== WITHIN) return step;
        visit(number);
        return NEXT_KEY;
      });
    }
    for (const [key, number] of this.#astral) if (isWithinEdits(text, key, edits)) visit(number);
  }
}

function canBeMeant(key: string): boolean {
  const cjk = countCjk(key);
  return cjk <= MAX_EDITS && cjk < key.length;
}
