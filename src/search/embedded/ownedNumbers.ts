/** Numbers for what anime own several of, titles or sequences of words. Those given back are used again. */
export class OwnedNumbers {
  /** By number. */
  readonly owners: number[] = [];
  readonly #byOwner = new Map<number, readonly number[]>();
  readonly #free: number[] = [];

  /** Numbers for so many things of an owner that has none, in their order. */
  take(owner: number, count: number): readonly number[] {
    const numbers = Array.from({ length: count }, () => this.#free.pop() ?? this.owners.push(owner) - 1);
    for (const number of numbers) this.owners[number] = owner;
    if (count > 0) this.#byOwner.set(owner, numbers);
    return numbers;
  }

  /** Takes all numbers of an owner back. @returns them in their order */
  release(owner: number): readonly number[] {
    const numbers = this.#byOwner.get(owner) ?? [];
    this.#byOwner.delete(owner);
    this.#free.push(...numbers);
    return numbers;
  }
}
