/** Calls that one side answers, by name. */
export type Calls<T> = { readonly [Name in keyof T]: (...values: never[]) => unknown };

/** A call or an answer. */
export interface Message {
  readonly id: number;
  /** Of a call. */
  readonly call?: string;
  readonly values?: readonly unknown[];
  /** Of an answer. */
  readonly answer?: unknown;
  readonly error?: string;
}

interface Pending {
  resolve(answer: never): void;
  reject(error: Error): void;
}

/**
 * Calls between the primary and a worker. Those of one turn of the event loop are sent together, because a message
 * costs more than what it holds; they are delivered in order. A call to a process that ends is never answered.
 */
export class Channel<Own extends Calls<Own>, Peer extends Calls<Peer>> {
  readonly #send: (messages: readonly Message[]) => void;
  readonly #own: Own;
  readonly #pending = new Map<number, Pending>();
  #outgoing: Message[] = [];
  #lastId = 0;

  constructor(send: (messages: readonly Message[]) => void, own: Own) {
    this.#send = send;
    this.#own = own;
  }

  call<Name extends keyof Peer & string>(
    name: Name,
    ...values: Parameters<Peer[Name]>
  ): Promise<Awaited<ReturnType<Peer[Name]>>> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#post({ id, call: name, values });
    });
  }

  /** What the other side has sent. */
  receive(messages: readonly Message[]): void {
    for (const message of messages) {
      if (message.call !== undefined) void this.#answer(message);
      else this.#settle(message);
    }
  }

  async #answer({ id, call, values = [] }: Message): Promise<void> {
    try {
      const own = this.#own[call as keyof Own];
      this.#post({ id, answer: await own(...(values as never[])) });
    } catch (error) {
      this.#post({ id, error: String(error) });
    }
  }

  #settle({ id, answer, error }: Message): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (error === undefined) pending?.resolve(answer as never);
    else pending?.reject(new Error(error));
  }

  #post(message: Message): void {
    if (this.#outgoing.length === 0) setImmediate(() => this.#send(this.#outgoing.splice(0)));
    this.#outgoing.push(message);
  }
}
