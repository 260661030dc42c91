import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { SearchIndex } from '../../graph/search/port.ts';
import { ChangeFollower } from './changeFollower.ts';
import { countSearchable, currentPosition, readPage, subjectOf } from './changeLog.ts';
import { updateAllProminence } from './updateProminence.ts';

/** Changes are applied between two pages: few enough anime, even where documents are written slowly. */
const PAGE = 250;

/** Interval of polls while the new index settles. */
const POLL_MS = 100;

/** How often counts are compared, as changes keep coming in, before the new index is abandoned. */
const COMPARISONS = 5;

export interface RebuildProgress {
  readonly done: number;
  readonly total: number;
}

/**
 * Builds a new index beside the serving one, follows changes, compares it with the tables and publishes it.
 * @param between runs between pages, so that the serving index is updated too
 * @returns the follower that continues from the new index's position
 * @throws SearchUnavailableError; an Error when the new index does not match the tables, or these were restored
 */
export async function rebuildIndex(
  database: Pick<Database, 'client' | 'incarnation'>,
  index: SearchIndex,
  {
    between,
    onProgress,
  }: { readonly between: () => Promise<void>; readonly onProgress: (progress: RebuildProgress) => void },
): Promise<{ readonly follower: ChangeFollower; readonly name: string; readonly incarnation: string }> {
  const incarnation = await database.incarnation.refresh();
  const assertSameIncarnation = () => {
    if (database.incarnation.current !== incarnation)
      throw new Error('the database was restored while its index was built');
  };
  await updateAllProminence(database);
  const follower = new ChangeFollower(database, await currentPosition(database));
  const total = await countSearchable(database);
  const rebuild = await index.beginRebuild(incarnation);
  try {
    let done = 0;
    onProgress({ done, total });
    for (let after: string | null = null; ; ) {
      const page = await readPage(database, after, PAGE);
      const last = page.at(-1);
      if (last === undefined) break;
      await rebuild.apply(page);
      after = subjectOf(last).id;
      done += page.length;
      onProgress({ done: Math.min(done, total), total });
      assertSameIncarnation();
      await between();
    }
    let settled = false;
    const settling = rebuild.settle().finally(() => {
      settled = true;
    });
    settling.catch(() => {});
    while (!settled) {
      await between();
      await follower.follow((changes) => rebuild.apply(changes));
      await Promise.race([settling, sleep(POLL_MS)]);
    }
    for (let attempt = 1; ; attempt += 1) {
      while ((await follower.follow((changes) => rebuild.apply(changes))) > 0);
      const [held, wanted] = [await rebuild.count(), await countSearchable(database)];
      if (held === wanted) break;
      if (attempt === COMPARISONS)
        throw new Error(`the new index holds ${held} anime, the tables ${wanted}: it is not used`);
    }
    await database.incarnation.refresh();
    assertSameIncarnation();
    await rebuild.publish();
    return { follower, name: rebuild.name, incarnation };
  } catch (error) {
    await rebuild.abandon().catch(() => {});
    throw error;
  }
}
