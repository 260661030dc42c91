import { repeat } from '../base/repeat.ts';
import type { Database } from '../database/database.ts';
import { LACKS_ROOM } from '../database/embedded/diskRoom.ts';
import type { SearchAdministration, SearchState } from '../graph/search/administrationPort.ts';
import type { PartStatus } from '../internal/probes.ts';

const CHECK_INTERVAL_MS = 1_000;
const POSITION_INTERVAL_MS = 5_000;
/** A slower database counts as unreachable; an embedded one may be busy with an import's batch. */
const PING_TIMEOUT_MS = { postgresql: 2_000, embedded: 30_000 } as const;
/** Older figures of the index and the log are not reported. */
const STALE_MS = 15_000;

/**
 * The state of database and search engine, checked in the background so that probes and metrics answer at once even
 * when these are unreachable.
 */
export class HealthWatch {
  readonly #database: Database;
  readonly #search: SearchAdministration | undefined;
  #databaseStatus: PartStatus = { status: 'failed', detail: 'not asked yet' };
  #searchState: SearchState | undefined;
  #searchSeenAt = Number.NEGATIVE_INFINITY;
  #position: number | undefined;
  #backedUpAt: number | undefined;
  #positionSeenAt = Number.NEGATIVE_INFINITY;
  readonly #onClock: (aheadSeconds: number | null) => void;
  #isClockOff = false;
  #stops: (() => Promise<void>)[] = [];

  /**
   * @param search undefined when search is off
   * @param onClock is called when this machine's clock begins to be off the database's, with how far it is ahead, and
   *   with null when it agrees again
   */
  constructor(
    database: Database,
    search: SearchAdministration | undefined,
    onClock: (aheadSeconds: number | null) => void,
  ) {
    this.#onClock = onClock;
    this.#database = database;
    this.#search = search;
  }

  /**
   * Starts checking every second. Resolves after the first check of the database; the search engine may take longer.
   */
  async start(): Promise<void> {
    const first = this.#pingDatabase();
    const every = (everyMs: number, check: () => Promise<void>) => repeat(check, { everyMs, stopMs: 0 });
    this.#stops = [
      every(CHECK_INTERVAL_MS, () => this.#pingDatabase()),
      every(CHECK_INTERVAL_MS, () => this.#askSearch()),
      every(POSITION_INTERVAL_MS, () => this.#readPosition()),
    ];
    await first;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#stops.map((stop) => stop()));
  }

  get database(): PartStatus {
    return this.#databaseStatus;
  }

  /** `failed`: the database's time is used. */
  get clock(): PartStatus {
    const { aheadSeconds, isOff } = this.#database.clock;
    if (!isOff || aheadSeconds === null) return { status: 'ok' };
    const distance = `${Math.abs(aheadSeconds).toFixed(1)} s ${aheadSeconds > 0 ? 'ahead of' : 'behind'}`;
    return { status: 'failed', detail: `this machine's clock is ${distance} the database's, whose time is used` };
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

  /** Whether this process is still filling its in-memory search index for the first time. */
  get isFillingIndex(): boolean {
    return this.#searchState?.engine === 'embedded' && this.#searchState.state === 'missing';
  }

  /** Undefined when the engine is unreachable, or has not been checked for a while. */
  get searchFigures(): Pick<SearchState, 'documents' | 'lagSeconds' | 'fillSeconds' | 'memoryBytes'> | undefined {
    const state = this.#searchState;
    const ageMs = performance.now() - this.#searchSeenAt;
    if (state === undefined || state.state === 'unreachable' || ageMs > STALE_MS) return undefined;
    const { documents, lagSeconds, fillSeconds, memoryBytes } = state;
    return { documents, fillSeconds, memoryBytes, lagSeconds: lagSeconds === null ? null : lagSeconds + ageMs / 1000 };
  }

  /** The position of the last event; undefined when it has not been read for a while. */
  get lastPosition(): number | undefined {
    return performance.now() - this.#positionSeenAt > STALE_MS ? undefined : this.#position;
  }

  /** When the last backup was made, in seconds since 1970; undefined where none is known, or not read for a while. */
  get backedUpAt(): number | undefined {
    return this.lastPosition === undefined ? undefined : this.#backedUpAt;
  }

  async #pingDatabase(): Promise<void> {
    const began = performance.now();
    try {
      const { isReadOnly } = await this.#database.ping(PING_TIMEOUT_MS[this.#database.kind]);
      const latencyMs = Math.round((performance.now() - began) * 10) / 10;
      const detail = isReadOnly && this.#database.kind === 'embedded' ? { detail: `it ${LACKS_ROOM}` } : {};
      this.#databaseStatus = { status: isReadOnly ? 'read_only' : 'ok', ...detail, latencyMs };
      this.#noteClock();
    } catch {
      this.#databaseStatus = { status: 'failed', detail: 'the database does not answer' };
    }
  }

  async #readPosition(): Promise<void> {
    const { client } = this.#database;
    const head = await client.publicationHead.findUnique({ where: { id: 1 } });
    const backup = await client.serviceState.findUnique({ where: { name: 'backup' } });
    this.#backedUpAt = typeof backup?.value === 'number' ? backup.value : undefined;
    this.#position = Number(head?.position ?? 0);
    this.#positionSeenAt = performance.now();
  }

  #noteClock(): void {
    const { aheadSeconds, isOff } = this.#database.clock;
    if (isOff === this.#isClockOff) return;
    this.#isClockOff = isOff;
    this.#onClock(isOff ? aheadSeconds : null);
  }

  async #askSearch(): Promise<void> {
    if (this.#search === undefined) return;
    this.#searchState = await this.#search.state();
    this.#searchSeenAt = performance.now();
  }
}
