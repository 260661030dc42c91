/** Counts the open connections of each address. */
export interface ConnectionCounter {
  /** @returns the connections of the address, the new one included */
  open(address: string): number | Promise<number>;
  close(address: string): void;
}

/** Counts in this process. */
export class ConnectionCount implements ConnectionCounter {
  readonly #open = new Map<string, number>();

  open(address: string): number {
    const number = (this.#open.get(address) ?? 0) + 1;
    this.#open.set(address, number);
    return number;
  }

  close(address: string): void {
    const left = (this.#open.get(address) ?? 1) - 1;
    if (left === 0) this.#open.delete(address);
    else this.#open.set(address, left);
  }

  entries(): Iterable<[address: string, connections: number]> {
    return this.#open.entries();
  }
}
