import { AsyncLocalStorage } from 'node:async_hooks';

/** One call of `run`, and the one around it. */
interface Frame<Value> {
  readonly value: Value;
  readonly outer: Frame<Value> | undefined;
  isOver: boolean;
}

/**
 * A value that is ambient while `work` runs, and only there. Until Node 24 an AsyncLocalStorage in use hooks every
 * promise of the process, which costs reads a fifth: so it is disabled whenever there is no value.
 */
export class AmbientValue<Value> {
  readonly #storage = new AsyncLocalStorage<Frame<Value>>();
  #holders = 0;

  /** The value of the innermost `run` that the caller is called by and that has not settled. */
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

/** Work that outlives a frame still carries it, from Node 24 on even when the storage was disabled. */
function openFrame<Value>(frame: Frame<Value> | undefined): Frame<Value> | undefined {
  let found = frame;
  while (found?.isOver) found = found.outer;
  return found;
}
