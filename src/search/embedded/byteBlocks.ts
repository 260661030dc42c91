/** Blocks are measured in steps of so many bytes. */
const STEP = 64;
const SEGMENT = 65_536;

/** Bytes of a segment, from an offset on. */
export interface ByteBlock {
  readonly bytes: Uint8Array;
  readonly begin: number;
}

/**
 * Blocks of bytes in a few large arrays, used again when they are given back. As arrays of their own, which are made anew when they
 * grow, tens of thousands of them cost several hundred bytes each, and leave malloc with holes that it keeps for good.
 */
export class ByteBlocks {
  #segment = new Uint8Array(0);
  /** How much of the last segment is given away. */
  #used = 0;
  /** By room in steps: blocks that were given back. */
  readonly #free: ByteBlock[][] = Array.from({ length: SEGMENT / STEP + 1 }, () => []);

  /** How much room a block for so many bytes has. */
  roomFor(bytes: number): number {
    return Math.ceil(bytes / STEP) * STEP;
  }

  /** @param room as `roomFor` says, at most 64 kB; what the bytes are at first is not said */
  take(room: number): ByteBlock {
    const free = this.#free[room / STEP]?.pop();
    if (free !== undefined) return free;
    const left = this.#segment.length - this.#used;
    if (room > left) {
      this.give({ bytes: this.#segment, begin: this.#used }, left);
      this.#segment = new Uint8Array(SEGMENT);
      this.#used = 0;
    }
    const begin = this.#used;
    this.#used += room;
    return { bytes: this.#segment, begin };
  }

  give(block: ByteBlock, room: number): void {
    if (room > 0) this.#free[room / STEP]?.push(block);
  }
}
