import { setTimeout as sleep } from 'node:timers/promises';
import type { PartStatus } from '../internal/probes.ts';
import type { Logger } from '../telemetry/logger.ts';

/** How often the log mentions a continuing wait. */
const REMINDER_MS = 30_000;
/** The interval of attempts. */
const RETRY_MS = 1_000;

type StartPart = 'database' | 'migrations';

interface StartWaitOptions {
  readonly logger: Logger;
  /** How long one part is waited for, in milliseconds. */
  readonly patienceMs: number;
  /** Ends every wait. */
  readonly signal: AbortSignal;
}

/** The waits of a start, as /readyz and the log show them: a line when a wait begins, and one every 30 s. */
export class StartWait {
  readonly patienceMs: number;
  readonly #logger: Logger;
  readonly #signal: AbortSignal;
  readonly #parts: Record<StartPart, PartStatus> = {
    database: { status: 'waiting' },
    migrations: { status: 'waiting' },
  };
  #waiting: { readonly part: StartPart; readonly since: number; readonly reminder: NodeJS.Timeout } | undefined;

  constructor({ logger, patienceMs, signal }: StartWaitOptions) {
    this.#logger = logger;
    this.patienceMs = patienceMs;
    this.#signal = signal;
  }

  get parts(): Readonly<Record<StartPart, PartStatus>> {
    return { ...this.#parts };
  }

  /** Sets what a part waits for now. @param detail holds no secret */
  report(part: StartPart, detail: string): void {
    this.#parts[part] = { status: 'waiting', detail };
    if (this.#waiting?.part === part) return;
    this.#end();
    const since = performance.now();
    this.#waiting = { part, since, reminder: setInterval(() => this.#log(part, since), REMINDER_MS).unref() };
    this.#log(part, since);
  }

  done(part: StartPart): void {
    this.#parts[part] = { status: 'ok' };
    if (this.#waiting?.part === part) this.#end();
  }

  /** Whether the part has been waited for as long as START_PATIENCE_S allows. */
  isOver(part: StartPart): boolean {
    const waited = this.#waiting?.part === part ? performance.now() - this.#waiting.since : 0;
    return waited >= this.patienceMs;
  }

  /** Waits a second. @throws AbortError when the process is stopped */
  async pause(): Promise<void> {
    await sleep(RETRY_MS, undefined, { signal: this.#signal });
  }

  stop(): void {
    this.#end();
  }

  #end(): void {
    clearInterval(this.#waiting?.reminder);
    this.#waiting = undefined;
  }

  #log(part: StartPart, since: number): void {
    const { detail } = this.#parts[part];
    const [waitedSeconds, patienceSeconds] = [performance.now() - since, this.patienceMs].map((ms) =>
      Math.round(ms / 1000),
    );
    this.#logger.warn({ detail, waitedSeconds, patienceSeconds }, `waiting for the ${part}`);
  }
}
