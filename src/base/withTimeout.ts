/**
 * Settles as `work` does, or rejects after a timeout; the work itself continues. The time begins when this turn of the
 * event loop has written what was asked, and before it counts as over, the answers that have come are read: a process
 * that was busy for longer does not conclude that the other one is away.
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
