import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../src/database/database.ts';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { createPublications, type Publications } from '../../../src/graph/publication/publications.ts';
import { createWebhook } from '../../../src/graph/webhook/createWebhook.ts';
import { DELIVERY_CHANNEL } from '../../../src/graph/webhook/deliverySignal.ts';
import { deleteWebhook, disableWebhook, enableWebhook } from '../../../src/graph/webhook/webhookState.ts';
import { publicResources } from '../../../src/rest/publicResources.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { until } from '../../support/until.ts';
import { newApplication, testWebhookPorts } from '../../support/webhooks.ts';

describeWith(['postgres'], 'where a webhook starts', () => {
  /** The long form: WEBHOOK_ROUNDS=1000. */
  const rounds = Number(process.env.WEBHOOK_ROUNDS ?? 20);
  const ports = testWebhookPorts([]);

  let catalog: TestCatalog;
  /** Another process, as far as the tables can tell: it has its own connections and its own turns. */
  let database: Database;
  let publications: Publications;

  beforeAll(async () => {
    catalog = await openTestCatalog();
    database = await openDatabase({ url: catalog.url, dataDir: '' });
    publications = createPublications(database, publicResources);
  });
  afterAll(async () => {
    await database?.close();
    await catalog?.close();
  });

  let published = 0;
  /** Publishes one event. @returns its key */
  const publish = async () => {
    published += 1;
    const key = published;
    await catalog.import(newAnime(key, 1));
    return key;
  };
  const soon = <T>(work: () => Promise<T>) => sleep(randomInt(4)).then(work);
  /** Of the newest events: those a webhook is owed by its start, and those it has deliveries of, by key. */
  const owedAndMade = async (id: string, keys: readonly number[]) => {
    const rows = await database.client.$queryRaw<{ key: string; isOwed: boolean; isMade: boolean }[]>`
      SELECT x.key, e.position > s.start_position AS "isOwed", waiting.id IS NOT NULL AS "isMade"
      FROM event e
      JOIN LATERAL (SELECT substr(e.payload::json -> 'data' ->> 'title', 7) AS key) x ON x.key = ANY (${keys.map(String)})
      JOIN webhook s ON s.id = ${id}::uuid
      LEFT JOIN LATERAL (
        SELECT q.webhook_id AS id FROM webhook_queue q JOIN webhook_kind k USING (webhook_id)
        WHERE q.webhook_id = s.id AND k.kind = e.kind AND e.position > greatest(q.position, k.after_position)
      ) waiting ON true
      ORDER BY e.position`;
    return rows.map(({ key, ...row }) => ({ key: Number(key), ...row }));
  };

  test(
    `${rounds} times: exactly what commits after it, made or enabled beside publications`,
    async () => {
      let owedInTheRace = 0;
      for (let round = 0; round < rounds; round += 1) {
        const applicationId = await newApplication(database);
        const input = {
          applicationId,
          name: 'racing',
          url: 'https://hooks.example.org/',
          events: ['anime.created'],
        } as const;
        const create = async () => (await createWebhook(publications, ports, input)).webhook.id;
        const isEnabling = round % 2 === 1;
        const known = isEnabling ? await create() : '';
        if (isEnabling) await disableWebhook(publications, known, null);
        const before = await publish();
        const [id, ...between] = await Promise.all([
          soon(isEnabling ? async () => (await enableWebhook(publications, known)).id : create),
          soon(publish),
          soon(publish),
          soon(publish),
        ]);
        const after = await publish();
        const found = await owedAndMade(id, [before, ...between, after]);
        expect(found).toHaveLength(5);
        expect(found.filter(({ isOwed, isMade }) => isOwed !== isMade)).toEqual([]);
        // What had committed before it was asked for is not owed, what began once it was there is.
        expect(found.find(({ key }) => key === before)?.isOwed).toBe(false);
        expect(found.find(({ key }) => key === after)?.isOwed).toBe(true);
        owedInTheRace += found.filter(({ key, isOwed }) => between.includes(key) && isOwed).length;
        await deleteWebhook(publications, id, null);
      }
      // It was a race: neither did all come before, nor all after.
      expect(owedInTheRace).toBeGreaterThan(rounds * 0.2);
      expect(owedInTheRace).toBeLessThan(rounds * 2.8);
    },
    60_000 + rounds * 1_000,
  );
});

describeWith(['postgres'], 'a publication', () => {
  const WEBHOOKS = 10_000;

  const catalog = ofSuite(openTestCatalog);

  beforeAll(async () => {
    const applicationId = await newApplication(catalog.database);
    await catalog.database.session((connection) =>
      connection.query(
        `INSERT INTO webhook (id, application_id, name, url, events, secret, start_position)
         SELECT gen_random_uuid(), $1::uuid, 'receiver', 'https://hooks.example.org/', '{anime.created}', '', 0
         FROM generate_series(1, $2::int)`,
        [applicationId, WEBHOOKS],
      ),
    );
  }, 60_000);

  test('writes nothing for webhooks, however many there are, and wakes the dispatchers of all processes', async () => {
    let wakes = 0;
    const stop = catalog.database.listen(DELIVERY_CHANNEL, () => {
      wakes += 1;
    });
    await until(async () => {
      await catalog.import(newAnime(wakes, 1));
      return wakes > 0;
    });
    await stop();
    const written = await catalog.database.transaction(async (client) => {
      const [{ rows = Number.NaN } = {}] = await client.$queryRaw<{ rows: number }[]>`
        SELECT sum(n_tup_ins + n_tup_upd)::int AS rows FROM pg_stat_user_tables WHERE relname IN ('delivery', 'webhook_kind')`;
      return rows - WEBHOOKS;
    });
    expect(written).toBeLessThanOrEqual(0);
    expect(await catalog.database.client.delivery.count()).toBe(0);
    expect(await catalog.database.client.webhookQueue.count({ where: { dueAt: { not: null } } })).toBe(0);
  }, 60_000);
});
