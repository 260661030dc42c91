/** The cleanup of a stopping service, last opened first. */
export class Closers {
  readonly #closers: (() => Promise<void>)[] = [];
  #closing: Promise<void> | undefined;

  add(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  /** Closes everything once, even after a failure. @throws the first failure */
  closeAll(): Promise<void> {
    this.#closing ??= this.#run();
    return this.#closing;
  }

  async #run(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closers.reverse()) {
      await close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}
