import type { Database } from '../database/database.ts';
import type { SearchAdministration, SearchState } from '../graph/search/port.ts';
import type { PartStatus } from '../internal/probes.ts';

/** How often the parts are looked at. */
const LOOK_EVERY_MS = 1_000;
/** A database that takes longer is away; one that is in this process may be busy with an import's batch. */
const PING_TIMEOUT_MS = { postgresql: 2_000, embedded: 30_000 } as const;
/** What was seen longer ago is no figure of now. */
const STALE_MS = 15_000;

/**
 * The last known state of what the service works with, looked at in the background: probes and metrics never ask, so they answer
 * at once whatever is away.
 */
export class HealthWatch {
  readonly #database: Database;
  readonly #search: SearchAdministration | undefined;
  #databaseStatus: PartStatus = { status: 'failed', detail: 'not asked yet' };
  #searchState: SearchState | undefined;
  #searchSeenAt = Number.NEGATIVE_INFINITY;
  readonly #looks = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  /** @param search undefined when search is off */
  constructor(database: Database, search: SearchAdministration | undefined) {
    this.#database = database;
    this.#search = search;
  }

  /** Looks every second from now on. Resolves when the database has been looked at: the engine of search may take its time. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
    void this.#look();
    await this.#looks.get('database');
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  get database(): PartStatus {
    return this.#databaseStatus;
  }

  get search(): PartStatus {
    if (this.#search === undefined) return { status: 'off' };
    const state = this.#searchState;
    if (state?.state === 'ready' || state?.state === 'outdated') return { status: 'ok' };
    const detail =
      state?.state === 'missing'
        ? 'the index is being built'
        : (state?.lastError ?? 'the search engine does not answer');
    return { status: 'failed', detail };
  }

  /** Whether this process still fills the search index in its memory for the first time. */
  get isFillingIndex(): boolean {
    return this.#searchState?.engine === 'embedded' && this.#searchState.state === 'missing';
  }

  /** Undefined when the engine is away, or has not been seen for a while. */
  get searchFigures(): Pick<SearchState, 'documents' | 'lagSeconds'> | undefined {
    const state = this.#searchState;
    const ageMs = performance.now() - this.#searchSeenAt;
    if (state === undefined || state.state === 'unreachable' || ageMs > STALE_MS) return undefined;
    const { documents, lagSeconds } = state;
    return { documents, lagSeconds: lagSeconds === null ? null : lagSeconds + ageMs / 1000 };
  }

  async #look(): Promise<void> {
    await Promise.all([
      this.#once('database', () => this.#pingDatabase()),
      this.#once('search', () => this.#askSearch()),
    ]);
  }

  /** One look at a time: what hangs is not asked again meanwhile. */
  #once(part: string, look: () => Promise<void>): Promise<void> {
    const running = this.#looks.get(part) ?? look().finally(() => this.#looks.delete(part));
    this.#looks.set(part, running);
    return running;
  }

  async #pingDatabase(): Promise<void> {
    const began = performance.now();
    try {
      await this.#database.ping(PING_TIMEOUT_MS[this.#database.kind]);
      this.#databaseStatus = { status: 'ok', latencyMs: Math.round((performance.now() - began) * 10) / 10 };
    } catch {
      this.#databaseStatus = { status: 'failed', detail: 'the database does not answer' };
    }
  }

  async #askSearch(): Promise<void> {
    if (this.#search === undefined) return;
    this.#searchState = await this.#search.state();
    this.#searchSeenAt = performance.now();
  }
}
