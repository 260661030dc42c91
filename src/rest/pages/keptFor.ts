/**
 * Makes something at the first call and again at the first one after it was kept for this long; calls at the same time
 * share it. A failure is not kept.
 */
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
