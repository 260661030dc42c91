import { AsyncLocalStorage } from 'node:async_hooks';

/** One `run`, and the one that it was called in. */
interface Scope<Value> {
  readonly value: Value;
  readonly outer: Scope<Value> | undefined;
  isOver: boolean;
}

/**
 * A value that is ambient while `work` runs, and in nothing else. Until Node 24 an AsyncLocalStorage that has once been used hooks
 * every promise of the process, reads included, which costs them a fifth: so it is let go of whenever nobody has a value.
 */
export class AmbientValue<Value> {
  readonly #storage = new AsyncLocalStorage<Scope<Value>>();
  #holders = 0;

  /** The value of the innermost `run` that the caller is called by and that has not settled. */
  get current(): Value | undefined {
    return openScope(this.#storage.getStore())?.value;
  }

  async run<T>(value: Value, work: () => Promise<T>): Promise<T> {
    const scope = { value, outer: openScope(this.#storage.getStore()), isOver: false };
    this.#holders += 1;
    try {
      return await this.#storage.run(scope, work);
    } finally {
      scope.isOver = true;
      this.#holders -= 1;
      if (this.#holders === 0) this.#storage.disable();
    }
  }
}

/** What outlives a scope still carries it: from Node 24 on even when the storage was disabled. */
function openScope<Value>(scope: Scope<Value> | undefined): Scope<Value> | undefined {
  let found = scope;
  while (found?.isOver) found = found.outer;
  return found;
}
