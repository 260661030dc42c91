/**
 * Settles as `work` does, or rejects after a timeout; the work itself continues. The time starts when this turn of the
 * event loop has sent the request, and before it ends, answers that have arrived are read: so a busy process does not
 * conclude that the other one is away.
 */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  let turn: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const wait = (deadline: number) => {
      const left = deadline - performance.now();
      // A timer counts from the start of its turn, so that after a long one it ends early.
      if (left > 0) timer = setTimeout(wait, left, deadline);
      else turn = setImmediate(() => reject(late()));
    };
    turn = setImmediate(() => wait(performance.now() + milliseconds));
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearImmediate(turn);
    clearTimeout(timer);
  }
}
