import { repeat } from '../../base/repeat.ts';
import { WakeUp } from '../../base/wakeUp.ts';
import type { Database } from '../../database/database.ts';
import { whileLocked } from '../../database/whileLocked.ts';
import { MOST_IN_MEMORY } from '../../graph/search/administrationPort.ts';
import { indexMemory } from '../../graph/search/indexMemory.ts';
import type { SearchIndex } from '../../graph/search/port.ts';
import { ChangeFollower } from './changeFollower.ts';
import { fulfilRebuild, loadPosition, rebuildRequests, savePosition } from './indexerState.ts';
import { type RebuildProgress, rebuildIndex } from './rebuildIndex.ts';

/** Of the one process that keeps the shared index. */
const LOCK = { key: [0x69_6e_64_78, 1], name: 'the lock of the shared index' } as const;

/** `standby`: another process of the installation maintains the shared index. */
type IndexerPhase = 'starting' | 'building' | 'following' | 'standby' | 'waiting';

export interface IndexerStatus {
  readonly phase: IndexerPhase;
  /** The progress of a running rebuild. */
  readonly rebuild: RebuildProgress | null;
  /** How long the last rebuild took; null before the first. */
  readonly fillSeconds: number | null;
  /** When the index last held every commit; null before the first time. */
  readonly caughtUpAt: Date | null;
  /** The reason of a delay; null when nothing is wrong. */
  readonly lastError: string | null;
}

export interface IndexerOptions {
  readonly database: Database;
  readonly index: SearchIndex;
  /** Whether several processes share the index: one at a time maintains it, and stores its position in the database. */
  readonly shared: boolean;
  /** Repeated failures are logged once. */
  readonly log: { info(message: string): void; warn(message: string): void };
  /** Calls `wake` at every publication, so that it is indexed at once. @returns a function that unsubscribes it */
  readonly onPublication?: (wake: () => void) => () => Promise<void>;
  /** Milliseconds between two polls of the tables, which find direct edits. */
  readonly pollMs?: number;
}

const POLL_MS = 500;
const SHORTEST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/**
 * Keeps a search index up to date with the tables (docs/decisions.md#index), direct edits included. Rebuilds an index
 * that is missing, outdated, of an earlier incarnation, or on request. Backs off while the engine or the database is
 * unreachable. No change is lost: the position advances after the index has applied it.
 */
export class Indexer {
  readonly #options: IndexerOptions;
  readonly #wakeUp = new WakeUp();
  #isStopping = false;
  #stop: (() => Promise<void>) | undefined;
  #unsubscribe: (() => Promise<void>) | undefined;
  #follower: ChangeFollower | null = null;
  #indexName = '';
  /** The incarnation that follower, index and requests belong to. */
  #incarnation = '';
  #mustRebuild = false;
  #fulfilled: number | undefined;
  #status: IndexerStatus = {
    phase: 'starting',
    rebuild: null,
    fillSeconds: null,
    caughtUpAt: null,
    lastError: null,
  };

  constructor(options: IndexerOptions) {
    this.#options = options;
  }

  status(): IndexerStatus {
    return this.#status;
  }

  /** Whether the index follows the tables, or is being built, here and now. */
  get isKeeping(): boolean {
    return this.#status.phase === 'following' || this.#status.phase === 'building';
  }

  start(): void {
    this.#unsubscribe ??= this.#options.onPublication?.(() => this.#wakeUp.call());
    this.#stop ??= repeat(() => this.#keep(), {
      everyMs: SHORTEST_WAIT_MS,
      longestMs: LONGEST_WAIT_MS,
      failed: (error) => this.#fail(error as Error),
    });
  }

  /** Stops after the current batch. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const stopped = this.#stop?.();
    this.#wakeUp.call();
    await stopped;
    await this.#unsubscribe?.();
  }

  async #keep(): Promise<void> {
    if (!this.#options.shared) return await this.#follow(() => true);
    const had = await whileLocked(this.#options.database, LOCK, (isHeld) => this.#follow(isHeld));
    if (!had) this.#update({ phase: 'standby', lastError: null });
  }

  async #follow(isHeld: () => boolean): Promise<void> {
    while (!this.#isStopping && isHeld()) {
      await this.#poll(isHeld);
      await this.#wakeUp.pause(this.#options.pollMs ?? POLL_MS);
    }
  }

  async #poll(isHeld: () => boolean): Promise<void> {
    const { database, index } = this.#options;
    if (this.#incarnation !== database.incarnation.current) this.#forget(database.incarnation.current);
    this.#follower ??= await this.#open();
    const { wanted, done } = await rebuildRequests(database);
    // An in-memory index was built at this process's start, after earlier requests.
    this.#fulfilled ??= this.#options.shared ? done : wanted;
    if (this.#mustRebuild || this.#follower === null || wanted > this.#fulfilled) {
      await this.#rebuild(isHeld);
      await fulfilRebuild(database, wanted);
      this.#fulfilled = wanted;
    }
    const follower = this.#follower as ChangeFollower;
    const applied = await follower.follow((changes) => index.apply(changes));
    if (applied > 0) await this.#save();
    this.#update({ phase: 'following', caughtUpAt: new Date(), lastError: null });
  }

  /** Positions and request numbers were restored with the tables, and the index contains anime that no longer exist. */
  #forget(incarnation: string): void {
    this.#follower = null;
    this.#fulfilled = undefined;
    this.#incarnation = incarnation;
  }

  /** Resumes from the published index's position; null without one. */
  async #open(): Promise<ChangeFollower | null> {
    const { state, name, incarnation } = await this.#options.index.status();
    if (name === null || !this.#options.shared || incarnation !== this.#incarnation) return null;
    const position = await loadPosition(this.#options.database, name);
    if (position === null || state === 'outdated') this.#mustRebuild = true;
    if (position === null) return null;
    this.#indexName = name;
    return new ChangeFollower(this.#options.database, position);
  }

  async #rebuild(isHeld: () => boolean): Promise<void> {
    const { database, index } = this.#options;
    const begun = Date.now();
    const old = this.#follower;
    this.#update({ phase: 'building' });
    try {
      const { follower, name, incarnation } = await rebuildIndex(database, index, {
        between: async () => {
          if (this.#isStopping) throw new Error('the indexer was stopped');
          if (!isHeld()) throw new Error(`${LOCK.name} was lost`);
          await old?.follow((changes) => index.apply(changes));
        },
        onProgress: (rebuild) => this.#update({ rebuild }),
      });
      this.#follower = follower;
      this.#indexName = name;
      this.#incarnation = incarnation;
      this.#mustRebuild = false;
      await this.#save();
      this.#update({ fillSeconds: (Date.now() - begun) / 1000 });
      await this.#tellSize(name);
    } finally {
      this.#update({ rebuild: null });
    }
  }

  async #tellSize(name: string): Promise<void> {
    const { index, shared, log } = this.#options;
    const { documents } = await index.status();
    // Of an empty catalogue: the anime of a first start are still to come.
    if (documents === 0) return;
    const built = `search index ${name} built in ${this.#status.fillSeconds?.toFixed(1)} s: ${documents} anime`;
    if (shared) return log.info(built);
    const megabytes = Math.ceil(indexMemory(documents) / 1_000_000);
    const size = `${built}, about ${megabytes} MB of this process`;
    if (documents < MOST_IN_MEMORY) log.info(size);
    else log.warn(`${size}; every process fills one of its own at its start: set ELASTICSEARCH_URL`);
  }

  async #save(): Promise<void> {
    if (!this.#options.shared || this.#follower === null) return;
    await savePosition(this.#options.database, this.#indexName, this.#follower.position);
  }

  #fail(error: Error): void {
    // A shared index may have been replaced or deleted during the outage: resume from the stored position.
    if (this.#options.shared) this.#follower = null;
    if (this.#status.lastError !== error.message) this.#options.log.warn(`search indexer waits: ${error.message}`);
    this.#update({ phase: 'waiting', lastError: error.message });
  }

  #update(change: Partial<IndexerStatus>): void {
    this.#status = { ...this.#status, ...change };
  }
}
