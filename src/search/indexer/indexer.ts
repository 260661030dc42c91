import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { SearchIndex } from '../../graph/search/port.ts';
import { WakeUp } from '../../wakeUp.ts';
import { ChangeFollower } from './changeFollower.ts';
import { fulfilRebuild, loadPosition, rebuildRequests, savePosition } from './indexerState.ts';
import { type RebuildProgress, rebuildIndex } from './rebuildIndex.ts';
import { holdingTurn } from './turn.ts';

/** What the indexer is about. `standby`: another process of the installation keeps the shared index. */
export type IndexerPhase = 'starting' | 'building' | 'following' | 'standby' | 'waiting';

export interface IndexerStatus {
  readonly phase: IndexerPhase;
  /** How far a rebuild under way has come. */
  readonly rebuild: RebuildProgress | null;
  /** When the index last held everything that was committed; null before the first time. */
  readonly caughtUpAt: Date | null;
  /** Changes applied since the start. */
  readonly applied: number;
  /** Why it waits; null when nothing is wrong. */
  readonly lastError: string | null;
}

export interface IndexerOptions {
  readonly database: Database;
  readonly index: SearchIndex;
  /** Whether several processes keep the same index: then one does, and how far it came is remembered in the database. */
  readonly shared: boolean;
  /** Told of what went wrong, once a spell, and of what was done. */
  readonly log: { info(message: string): void; warn(message: string): void };
  /** Calls back at every publication, so that it is found at once. @returns how to stop */
  readonly onPublication?: (wake: () => void) => () => Promise<void>;
  /** Milliseconds between two looks at the tables, whose direct edits nobody tells of. */
  readonly pollMs?: number;
}

const POLL_MS = 500;
const SHORTEST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/** A position that nothing followed is stored this often, so that a start has little to read again. */
const SAVE_EVERY_MS = 30_000;

/**
 * Keeps a search index like the tables: follows their change version (docs/decisions.md#index), direct edits included, rebuilds what is
 * missing, outdated, of an earlier life of the database or asked for, and waits with growing patience while the engine or the database
 * is away. Nothing is lost: the position moves on after the index has taken the changes.
 */
export class Indexer {
  readonly #options: IndexerOptions;
  readonly #stopping = new AbortController();
  readonly #betweenLooks = new WakeUp();
  #running: Promise<void> | undefined;
  #follower: ChangeFollower | null = null;
  #indexName = '';
  /** The life of the database that follower, index and wishes belong to. */
  #incarnation = '';
  #mustRebuild = false;
  #fulfilled: number | undefined;
  #savedAt = 0;
  #status: IndexerStatus = { phase: 'starting', rebuild: null, caughtUpAt: null, applied: 0, lastError: null };

  constructor(options: IndexerOptions) {
    this.#options = options;
  }

  status(): IndexerStatus {
    return this.#status;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Ends after the batch in hand. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#betweenLooks.call();
    await this.#running;
  }

  async #run(): Promise<void> {
    const stopHearing = this.#options.onPublication?.(() => this.#betweenLooks.call());
    await this.#followUntilStopped();
    await stopHearing?.();
  }

  async #followUntilStopped(): Promise<void> {
    let wait = SHORTEST_WAIT_MS;
    while (!this.#stopping.signal.aborted) {
      try {
        if (this.#options.shared) {
          const had = await holdingTurn(this.#options.database, (stillHeld) => this.#follow(stillHeld));
          if (!had) this.#update({ phase: 'standby', lastError: null });
        } else await this.#follow(() => true);
        wait = SHORTEST_WAIT_MS;
      } catch (error) {
        this.#hearOf(error as Error);
        wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      }
      await sleep(wait, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
  }

  async #follow(stillHeld: () => boolean): Promise<void> {
    while (!this.#stopping.signal.aborted && stillHeld()) {
      await this.#lookOnce(stillHeld);
      await this.#betweenLooks.pause(this.#options.pollMs ?? POLL_MS);
    }
  }

  async #lookOnce(stillHeld: () => boolean): Promise<void> {
    const { database, index } = this.#options;
    if (this.#incarnation !== database.incarnation.current) this.#forgetLife(database.incarnation.current);
    this.#follower ??= await this.#open();
    const { wanted, done } = await rebuildRequests(database);
    // An index of this process's own was built at its start, so earlier wishes are fulfilled.
    this.#fulfilled ??= this.#options.shared ? done : wanted;
    if (this.#mustRebuild || this.#follower === null || wanted > this.#fulfilled) {
      await this.#rebuild(stillHeld);
      await fulfilRebuild(database, wanted);
      this.#fulfilled = wanted;
    }
    const follower = this.#follower as ChangeFollower;
    const applied = await follower.follow((changes) => index.apply(changes));
    if (applied > 0 || Date.now() - this.#savedAt > SAVE_EVERY_MS) await this.#save();
    this.#update({
      phase: 'following',
      caughtUpAt: new Date(),
      applied: this.#status.applied + applied,
      lastError: null,
    });
  }

  /** Positions and numbers of wishes were restored with the tables, and the index holds what is there no more. */
  #forgetLife(incarnation: string): void {
    this.#follower = null;
    this.#fulfilled = undefined;
    this.#incarnation = incarnation;
  }

  /** Goes on from where the published index stands; null when there is none that could be gone on with. */
  async #open(): Promise<ChangeFollower | null> {
    const { state, name, incarnation } = await this.#options.index.status();
    if (name === null || !this.#options.shared || incarnation !== this.#incarnation) return null;
    const position = await loadPosition(this.#options.database, name);
    if (position === null || state === 'outdated') this.#mustRebuild = true;
    if (position === null) return null;
    this.#indexName = name;
    return new ChangeFollower(this.#options.database, position);
  }

  async #rebuild(stillHeld: () => boolean): Promise<void> {
    const { database, index, log } = this.#options;
    const begun = Date.now();
    const old = this.#follower;
    this.#update({ phase: 'building' });
    try {
      const { follower, name, incarnation } = await rebuildIndex(database, index, {
        between: async () => {
          this.#stopping.signal.throwIfAborted();
          if (!stillHeld()) throw new Error('the turn at the shared index was lost');
          await old?.follow((changes) => index.apply(changes));
        },
        onProgress: (rebuild) => this.#update({ rebuild }),
      });
      this.#follower = follower;
      this.#indexName = name;
      this.#incarnation = incarnation;
      this.#mustRebuild = false;
      await this.#save();
      log.info(`search index ${name} built in ${Date.now() - begun} ms`);
    } finally {
      this.#update({ rebuild: null });
    }
  }

  async #save(): Promise<void> {
    if (!this.#options.shared || this.#follower === null) return;
    await savePosition(this.#options.database, this.#indexName, this.#follower.position);
    this.#savedAt = Date.now();
  }

  #hearOf(error: Error): void {
    if (this.#stopping.signal.aborted) return;
    // A shared index may have been replaced or deleted while it was away: look anew, from the stored position.
    if (this.#options.shared) this.#follower = null;
    if (this.#status.lastError !== error.message) this.#options.log.warn(`search indexer waits: ${error.message}`);
    this.#update({ phase: 'waiting', lastError: error.message });
  }

  #update(change: Partial<IndexerStatus>): void {
    this.#status = { ...this.#status, ...change };
  }
}
