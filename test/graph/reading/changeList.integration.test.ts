import { beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { directEdits, editedIds, random, seedEdited } from '../directEdits.ts';
import { GraphTester } from '../graphTester.ts';
import { episodesOf, WHOLE_ANIME, WHOLE_EPISODE } from '../selections.ts';

const EDITORS = 5;
const EDITS = 10;

interface Page<Entity> {
  readonly nodes: readonly Entity[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly until: string | null;
}

interface Node {
  readonly id: string;
  readonly version: string;
}
interface AnimeNode extends Node {
  readonly title: string;
  readonly format: string;
  readonly mergedIds: readonly string[];
}

const changesOf = (list: string, fields: string, filter = '') => `
  query ($since: DateTime, $first: Int!, $after: String) {
    ${list}(since: $since, first: $first, after: $after${filter}) {
      nodes { ${fields} } pageInfo { hasNextPage endCursor } until
    }
  }`;

/** A copy kept by polling: every page of what changed since the last poll, in turn. */
class Copy<Entity extends Node> {
  readonly entries = new Map<string, Entity>();
  readonly #read: (since: string | null, after: string | null) => Promise<Page<Entity>>;
  #since: string | null = null;
  pages = 0;

  constructor(read: (since: string | null, after: string | null) => Promise<Page<Entity>>) {
    this.#read = read;
  }

  async poll(): Promise<void> {
    let after: string | null = null;
    let last = { version: 0, id: '' };
    for (;;) {
      const page: Page<Entity> = await this.#read(this.#since, after);
      this.pages += 1;
      for (const node of page.nodes) {
        const here = { version: Number(node.version), id: node.id };
        expect(here.version > last.version || (here.version === last.version && here.id > last.id)).toBe(true);
        last = here;
        this.entries.set(node.id, node);
      }
      expect(page.until === null).toBe(page.pageInfo.hasNextPage);
      if (page.until !== null) {
        this.#since = page.until;
        return;
      }
      after = page.pageInfo.endCursor;
    }
  }
}

describeWith(['postgres'], 'lists of changes', () => {
  const catalog = ofSuite(openTestCatalog);
  let graph: GraphTester;

  beforeAll(async () => {
    await seedEdited(catalog.database);
    graph = new GraphTester(catalog.database);
  });

  const animeChanges = async (variables: object, filter?: string) =>
    (await graph.ask(changesOf('animeChanges', WHOLE_ANIME, filter), { ...variables })).data
      .animeChanges as Page<AnimeNode>;
  const animeCopy = () => new Copy((since, after) => animeChanges({ since, first: 4, after }));
  const episodeCopy = () =>
    new Copy(async (since, after) => {
      const { data } = await graph.ask(changesOf('episodeChanges', WHOLE_EPISODE), { since, first: 7, after });
      return data.episodeChanges as Page<Node>;
    });
  const allAnime = async () => {
    const { data } = await graph.ask(`{ animeList(first: 100) { nodes { ${WHOLE_ANIME} } } }`);
    return (data.animeList as { readonly nodes: readonly AnimeNode[] }).nodes;
  };

  /** Sends statements on a connection of its own. */
  async function connect() {
    const client = new pg.Client({ connectionString: catalog.url });
    await client.connect();
    return client;
  }

  test('keep a copy exact while transactions that overlap edit everything', async () => {
    const [anime, episodes] = [animeCopy(), episodeCopy()];
    let done = false;
    const edit = async () => {
      const client = await connect();
      for (let turn = 0; turn < EDITS; turn += 1) {
        try {
          await client.query('BEGIN');
          for (let count = 0; count < 2; count += 1) {
            await client.query((directEdits[Math.floor(random() * directEdits.length)] as () => string)());
            // Others commit later versions meanwhile.
            await client.query(`SELECT pg_sleep(${random() * 0.05})`);
          }
          await client.query(random() < 0.2 ? 'ROLLBACK' : 'COMMIT');
        } catch (error) {
          await client.query('ROLLBACK');
          // Two edits that wait for each other.
          if ((error as { code?: string }).code !== '40P01') throw error;
        }
      }
      await client.end();
    };
    const keep = async (copy: { poll(): Promise<void> }) => {
      while (!done) await copy.poll();
      await copy.poll();
    };
    const kept = Promise.all([keep(anime), keep(episodes)]);
    await Promise.all(Array.from({ length: EDITORS }, edit));
    done = true;
    await kept;

    const nodes = await allAnime();
    expect(nodes.length).toBeGreaterThan(10);
    for (const node of nodes) {
      expect(anime.entries.get(node.id)).toEqual(node);
      for (const id of node.mergedIds) anime.entries.delete(id);
    }
    expect([...anime.entries.keys()].sort()).toEqual(nodes.map(({ id }) => id));
    let count = 0;
    for (const id of editedIds) {
      const { data } = await graph.ask(episodesOf(WHOLE_EPISODE), { id, first: 100 });
      for (const episode of (data.animeEpisodes as Page<Node> | null)?.nodes ?? []) {
        expect(episodes.entries.get(episode.id)).toEqual(episode);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(10);
    expect(anime.pages + episodes.pages).toBeGreaterThan(20);
  }, 60_000);

  test('end before a transaction that is open, and show its changes once it has ended', async () => {
    const [one = '', other = ''] = editedIds.slice(5, 7);
    const copy = animeCopy();
    await copy.poll();
    const slow = await connect();
    await slow.query('BEGIN');
    await slow.query(`UPDATE anime SET title = 'Slow' WHERE id = '${one}'`);
    // Commits a later version than the open transaction drew.
    await catalog.database.client.$executeRawUnsafe(`UPDATE anime SET title = 'Fast' WHERE id = '${other}'`);
    await copy.poll();
    await copy.poll();
    await slow.query('COMMIT');
    await slow.end();
    await copy.poll();
    expect(copy.entries.get(one)?.title).toBe('Slow');
    expect(copy.entries.get(other)?.title).toBe('Fast');
  });

  test('a transaction that reads or locks alone holds nothing up', async () => {
    const idle = await connect();
    await idle.query('BEGIN');
    await idle.query('SELECT * FROM anime FOR UPDATE');
    const [{ id = '' } = {}] = await catalog.database.client.anime.findMany({ where: { mergedIntoId: null }, take: 1 });
    await idle.query('COMMIT');
    await idle.query('BEGIN');
    await idle.query('SELECT pg_current_xact_id()');
    await catalog.database.client.anime.update({ where: { id }, data: { title: 'Seen at once' } });
    const since = new Date(Date.now() - 60_000).toISOString();
    expect((await animeChanges({ since, first: 100 })).nodes.at(-1)).toMatchObject({ id, title: 'Seen at once' });
    await idle.query('ROLLBACK');
    await idle.end();
  });

  describe('since an instant', () => {
    test('hold what changed at it or after it, filtered', async () => {
      const inOrder = [...(await allAnime())].sort(
        (a, b) => Number(a.version) - Number(b.version) || (a.id < b.id ? -1 : 1),
      );
      for (const at of [0, 7, inOrder.length - 1]) {
        const since = new Date(Number(inOrder[at]?.version) / 1000).toISOString();
        const changed = inOrder.filter(({ version }) => Number(version) >= Date.parse(since) * 1000);
        for (const format of [null, 'TV', 'OVA'] as const) {
          const page = await animeChanges({ since, first: 100 }, `, filter: { format: ${format} }`);
          expect(page.nodes).toEqual(changed.filter((it) => format === null || it.format === format));
        }
      }
    });

    test('are empty in the future', async () => {
      const since = '2999-01-01T00:00:00.000Z';
      const page = await animeChanges({ since, first: 5 });
      expect(page).toMatchObject({ nodes: [], pageInfo: { hasNextPage: false, endCursor: null } });
      expect(Date.parse(page.until ?? '')).toBeLessThanOrEqual(Date.now() + 1000);
    });
  });
});
