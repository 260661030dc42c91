import { AsyncLocalStorage } from 'node:async_hooks';

/** A call of `run`, linked to the enclosing one. */
interface Frame<Value> {
  readonly value: Value;
  readonly outer: Frame<Value> | undefined;
  isOver: boolean;
}

/**
 * A value that is ambient while `work` runs, and only then. Until Node 24 an active AsyncLocalStorage hooks every
 * promise of the process, which costs reads a fifth, so it is disabled while there is no value.
 */
export class AmbientValue<Value> {
  readonly #storage = new AsyncLocalStorage<Frame<Value>>();
  #holders = 0;

  /** The value of the innermost unsettled `run` around the caller. */
  get current(): Value | undefined {
    return openFrame(this.#storage.getStore())?.value;
  }

  async run<T>(value: Value, work: () => Promise<T>): Promise<T> {
    const frame = { value, outer: openFrame(this.#storage.getStore()), isOver: false };
    this.#holders += 1;
    try {
      return await this.#storage.run(frame, work);
    } finally {
      frame.isOver = true;
      this.#holders -= 1;
      if (this.#holders === 0) this.#storage.disable();
    }
  }
}

/** Work that outlives its frame still carries it, from Node 24 on even after the storage was disabled. */
function openFrame<Value>(frame: Frame<Value> | undefined): Frame<Value> | undefined {
  let found = frame;
  while (found?.isOver) found = found.outer;
  return found;
}
