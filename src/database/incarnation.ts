import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../errors.ts';
import { hasCompany, type Life, type LifeQuery, type LifeRecord, readLife, replaceRecord } from './databaseLife.ts';

/** How often a process checks whether its database was restored. */
const POLL_MS = 1_000;
/** How long a new process waits for processes that knew the database before the server's start. */
const WITNESS_MS = 10_000;
const WITNESS_POLL_MS = 250;
/** Of how many earlier starts a life keeps the places, for processes that were slow or away for as long. */
const KEPT = 8;
/** How often a poll may find that another process was faster. */
const ATTEMPTS = 5;
/** read_only_sql_transaction */
const READ_ONLY = '25006';

/** The last life of the database that a process saw. */
type Seen = Pick<Life, 'facts' | 'start' | 'recovered' | 'flushed'> & Pick<LifeRecord, 'token'>;

/**
 * The incarnation of the database: a restore resets change versions, positions and transaction ids together with the
 * rows, and later assigns them to other content. They therefore identify content only within one incarnation, which
 * entity tags, caches and the search index keep beside them. See docs/decisions.md#incarnation.
 *
 * It survives a start of the server if a process that polled before finds the WAL that it had seen on disk. Otherwise
 * another one begins, because restored files cannot be told from others.
 */
export class Incarnation {
  readonly #query: LifeQuery;
  readonly #listeners = new Set<() => void>();
  readonly #rewinds = new Set<(xid: bigint) => void>();
  #current = '';
  #seen: Seen | null = null;
  #poll: Promise<string> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param query runs on a connection of its own, never in a caller's transaction */
  constructor(query: LifeQuery) {
    this.#query = query;
  }

  /**
   * The name of this incarnation as of the last poll, about a second ago at most: 8 characters of base64url. Readers
   * take it before they read: new content may carry the earlier name for a moment, but old content never the new one.
   */
  get current(): string {
    return this.#current;
  }

  /** Polls now; concurrent polls are joined. @throws when the database is unreachable; the name is then unchanged */
  refresh(): Promise<string> {
    this.#poll ??= this.#pollOnce().finally(() => {
      this.#poll = undefined;
    });
    return this.#poll;
  }

  /**
   * For a process of the service, once the tables are there: waits for others to judge the server's last start, and
   * begins another incarnation when none does.
   */
  async settle(): Promise<void> {
    const deadline = performance.now() + WITNESS_MS;
    for (;;) {
      const life = await readLife(this.#query);
      if (life.record?.start === life.start) break;
      const mayWait = life.record !== null && performance.now() < deadline;
      if (mayWait && (await hasCompany(this.#query))) await sleep(WITNESS_POLL_MS);
      else await replaceRecord(this.#query, life.record, recordOf(life, null));
    }
    await this.refresh();
  }

  /** Begins another incarnation, for a restore that only the operator knows of. @throws before any migration */
  async renew(): Promise<void> {
    const life = await readLife(this.#query);
    if (!(await replaceRecord(this.#query, life.record, recordOf(life, null)))) return await this.renew();
    await this.refresh();
  }

  /** Starts polling every second; failures are ignored. */
  watch(): void {
    this.#timer ??= setInterval(() => void this.refresh().catch(() => {}), POLL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Calls `listener` after every change of `current`. @returns a function that unsubscribes it */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Calls `rewind` at the first poll after starts and recoveries of the server, with the transaction id that the first
   * of them went on with: ids from it on are given again whose transactions left no trace.
   * @returns a function that unsubscribes it
   */
  onResume(rewind: (xid: bigint) => void): () => void {
    this.#rewinds.add(rewind);
    return () => void this.#rewinds.delete(rewind);
  }

  async #pollOnce(): Promise<string> {
    const life = await this.#judge();
    const { facts, start, recovered, flushed, record } = life;
    const isJudged = record?.start === start;
    if (isJudged) {
      const xid = givenAgain(life, record, this.#seen);
      this.#seen = { facts, start, recovered, flushed, token: record.token };
      if (xid !== null) for (const rewind of this.#rewinds) rewind(xid);
    }
    // Otherwise the observation stays, for the first poll that may record it.
    else if (record === null) this.#seen = null;
    const found = createHash('sha256')
      .update(JSON.stringify([facts, record?.token, isJudged ? null : start]))
      .digest('base64url')
      .slice(0, 8);
    if (found === this.#current) return found;
    const isFirst = this.#current === '';
    this.#current = found;
    if (!isFirst) for (const listener of this.#listeners) listener();
    return found;
  }

  /**
   * Reads the life, and records this process's verdict on a start that no other has judged. In a read-only database, as
   * in a paused recovery, the start stays unjudged, and has a name of its own.
   */
  async #judge(): Promise<Life> {
    for (let attempt = 1; ; attempt += 1) {
      const life = await readLife(this.#query);
      const next = verdict(life, this.#seen);
      if (next === null || attempt === ATTEMPTS) return life;
      try {
        await replaceRecord(this.#query, life.record, next);
      } catch (error) {
        if (errorCode(error) === READ_ONLY) return life;
        throw error;
      }
    }
  }
}

/** The record that must replace the current one; null: none. */
function verdict(life: Life, seen: Seen | null): LifeRecord | null {
  const { record, start, facts, resumed } = life;
  if (record === null || seen === null) return null;
  if (record.start !== start) {
    const goesOn =
      seen.token === record.token && seen.facts === facts && continues(record, seen) && reaches(resumed?.lsn, seen);
    return recordOf(life, goesOn ? record : null);
  }
  if (seen.start === start) return null;
  // Another process has judged this start.
  const agrees = seen.token !== record.token || continues(record, seen);
  return agrees ? null : recordOf(life, null);
}

/** Whether the start after the one that was seen, as others have judged it, found what had been seen on disk. */
function continues(record: LifeRecord, seen: Seen): boolean {
  return record.start === seen.start || reaches(startAfter(record, seen)?.lsn, seen);
}

/** The start that followed the one that was seen; undefined where that is not known. */
function startAfter(record: LifeRecord, seen: Seen) {
  return [record, ...record.earlier].find(({ from }) => from === seen.start);
}

/** The first transaction id that may be given again since the last observation; null: none in this life. */
function givenAgain(life: Life, record: LifeRecord, seen: Seen | null): bigint | null {
  if (seen?.token !== record.token) return null;
  // Each start goes on with a higher id, so that of the first one missed is the lowest.
  if (seen.start !== life.start) return BigInt((startAfter(record, seen) ?? record).xid ?? 0);
  return seen.recovered === life.recovered ? null : BigInt(life.resumed?.xid ?? 0);
}

/** Whether the WAL that was seen on disk still exists. */
function reaches(lsn: string | null | undefined, { flushed }: Seen): boolean {
  return lsn != null && flushed !== null && BigInt(lsn) >= BigInt(flushed);
}

/** @param continued the life that goes on; null: another begins */
function recordOf({ start, resumed }: Life, continued: LifeRecord | null): LifeRecord {
  const place = { lsn: resumed?.lsn ?? null, xid: resumed?.xid ?? null };
  if (continued === null) {
    return { token: randomBytes(9).toString('base64url'), start, from: null, ...place, earlier: [] };
  }
  const { token, start: from, earlier, ...latest } = continued;
  const before = { from: latest.from, lsn: latest.lsn, xid: latest.xid };
  return { token, start, from, ...place, earlier: [before, ...earlier].slice(0, KEPT) };
}
