/** Memoises `make` for some time, counted from its result. Concurrent calls share one result; a failure is not kept. */
export function keptFor<Made>(milliseconds: number, make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | null = null;
  let until = Number.POSITIVE_INFINITY;
  return () => {
    if (made !== null && performance.now() < until) return made;
    until = Number.POSITIVE_INFINITY;
    const making = make();
    made = making;
    making.then(
      () => {
        until = performance.now() + milliseconds;
      },
      () => {
        made = null;
      },
    );
    return making;
  };
}
