import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { errors } from '@elastic/elasticsearch';

/** Of the answers of the last minute; the next node is asked this long after it. */
const PERCENTILE = 95;
const MARGIN_MS = 50;
const MINUTE_MS = 60_000;
/** With fewer answers a percentile says nothing. */
const FEWEST_ANSWERS = 20;
const WAIT_UNKNOWN_MS = 250;

/** How much of its load a slow cluster is sent twice, beyond the reserve for a node that hangs in calm. */
const SHARE = 0.1;
const RESERVE = 50;
const REFUND = 2 / 3;

/** Milliseconds after which the next node is asked, from the answers of this minute or the one before it. */
class UsualTime {
  #answers: RecordableHistogram = createHistogram();
  #before: RecordableHistogram = createHistogram();
  #began = performance.now();

  record(milliseconds: number): void {
    if (performance.now() - this.#began > MINUTE_MS) {
      [this.#before, this.#answers] = [this.#answers, createHistogram()];
      this.#began = performance.now();
    }
    this.#answers.record(Math.max(1, Math.ceil(milliseconds)));
  }

  waitMs(): number {
    const enough = [this.#answers, this.#before].find(({ count }) => count >= FEWEST_ANSWERS);
    return enough === undefined ? WAIT_UNKNOWN_MS : enough.percentile(PERCENTILE) + MARGIN_MS;
  }
}

/**
 * Requests that any node may answer. The next node is asked when one fails, and beside one that is slower than p95 of
 * the last minute plus 50 ms; the first answer counts. At most one in twenty is sent twice while nodes answer as they
 * did, each at its own speed (J. Dean, L. A. Barroso: The Tail at Scale, 2013), and one in ten when all become slow:
 * each request adds a tenth to what may be sent beside another, up to a reserve of 50. What a second node answers as
 * soon as usual costs a third of that: then one node hangs, and the cluster is well.
 */
export class HedgedRequests {
  readonly #usual = new UsualTime();
  #spare = RESERVE;

  /**
   * @param nodes how many there are. A failed request is sent at least once more, beside a slow one no node twice
   * @param send sends to a node that has not been asked. A slow one is left to its own timeout, after which the pool
   * sets the node aside
   * @throws the error of the first that failed, when all have; a refusal, when no other request is open
   */
  async send<T>(nodes: number, signal: AbortSignal, send: () => Promise<T>): Promise<T> {
    return await new Promise<T>((resolve, reject) => {
      let sent = 0;
      let open = 0;
      let spent = 0;
      let timer: NodeJS.Timeout | undefined;
      let first: unknown;
      let settled = false;
      const settle = (outcome: () => void) => {
        settled = true;
        clearTimeout(timer);
        outcome();
      };
      const wait = () => {
        timer = setTimeout(beside, this.#usual.waitMs());
      };
      const beside = () => {
        if (this.#spare < 1) return wait();
        this.#spare -= 1;
        spent += 1;
        next();
      };
      const next = () => {
        clearTimeout(timer);
        sent += 1;
        open += 1;
        if (sent < nodes) wait();
        const began = performance.now();
        send().then(
          (answer) => {
            const took = performance.now() - began;
            const isUsual = took < this.#usual.waitMs();
            // Too late for its caller, it counts as well: otherwise a node that is always slow would never be usual.
            this.#usual.record(took);
            if (settled) return;
            if (isUsual) this.#add(REFUND * spent);
            settle(() => resolve(answer));
          },
          (error: unknown) => {
            open -= 1;
            first ??= error;
            if (settled) return;
            if (signal.aborted) settle(() => reject(error));
            else if (mayElsewhereSucceed(error) && sent < Math.max(nodes, 2)) next();
            // A node that is asked beside another may refuse what the other is about to answer: its queue is full.
            else if (open === 0) settle(() => reject(first));
          },
        );
      };
      this.#add(SHARE);
      next();
    });
  }

  #add(spare: number): void {
    this.#spare = Math.min(this.#spare + spare, RESERVE);
  }
}

/** No answer, or one of a node that is unwell. */
function mayElsewhereSucceed(error: unknown): boolean {
  if (error instanceof errors.ResponseError) return [502, 503, 504].includes(error.statusCode ?? 0);
  return error instanceof errors.ConnectionError || error instanceof errors.TimeoutError;
}
