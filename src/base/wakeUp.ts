/** A pause that a call ends early; a call between two pauses ends the next. */
export class WakeUp {
  #called = false;
  #end: (() => void) | null = null;

  call(): void {
    this.#called = true;
    this.#end?.();
  }

  async pause(milliseconds: number): Promise<void> {
    if (!this.#called) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#end = null;
    this.#called = false;
  }
}
