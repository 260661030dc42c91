import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EVENT_KINDS, type EventKind } from '../../../src/graph/model/vocabulary.ts';
import { mergeAnime } from '../../../src/graph/review/mergeAnime.ts';
import { unmergeAnime } from '../../../src/graph/review/unmergeAnime.ts';
import { createWebhook } from '../../../src/graph/webhook/createWebhook.ts';
import { targetOf } from '../../../src/graph/webhook/receiverUrl.ts';
import { updateWebhook } from '../../../src/graph/webhook/updateWebhook.ts';
import { disableWebhook, enableWebhook } from '../../../src/graph/webhook/webhookState.ts';
import { describeWith } from '../../support/describeWith.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { runSeed } from '../../support/randomCases.ts';
import { createAuthority, type TestAuthority } from '../../support/tls/certificates.ts';
import { type Receiver, startReceiver } from '../../support/tls/startReceiver.ts';
import { until } from '../../support/until.ts';
import { newApplication, startTestDispatcher, testWebhookPorts } from '../../support/webhooks.ts';

const ANIME = 12;
const WEBHOOKS = 8;
const STEPS = 40;

interface LoggedEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly animeId: string;
}

/** What a webhook is owed, kept beside the tables. */
interface Owed {
  readonly id: string;
  ids: readonly string[] | null;
  /** Those listed and those into which they were merged. */
  read: Set<string>;
  kinds: readonly EventKind[];
  isEnabled: boolean;
  waiting: LoggedEvent[];
  readonly sent: Set<string>;
}

describeWith(['postgres', 'openssl'], 'webhooks that list anime', () => {
  let catalog: TestCatalog;
  let authority: TestAuthority;
  let receiver: Receiver;
  let state = runSeed;

  beforeAll(async () => {
    catalog = await openTestCatalog();
    authority = await createAuthority();
    receiver = await startReceiver(await authority.issue(['localhost']));
  });
  afterAll(async () => {
    await receiver?.close();
    await authority?.remove();
    await catalog?.close();
  });

  /** Park and Miller's generator. */
  const random = (below: number) => {
    state = ((state % 2_147_483_646) * 16_807 + 1) % 2_147_483_647;
    return state % below;
  };
  const some = <T>(of: readonly T[], least: number): T[] => {
    const found = of.filter(() => random(3) === 0);
    while (found.length < least)
      found.push(of.filter((it) => !found.includes(it))[random(of.length - found.length)] as T);
    return found;
  };
  const anime = (key: number) => ({
    ...{ type: 'anime', source: 'mal', sourceId: String(key) },
    ...{
      titles: [{ title: `Title ${key}`, language: 'ja-Latn', kind: 'official' }],
      synopsis: String(random(1_000_000)),
    },
  });
  const episode = (key: number) => {
    const number = 1 + random(3);
    const isReleased = random(2) === 0;
    const at = new Date(Date.UTC(2026, 0, 1 + random(300))).toISOString();
    return {
      ...{
        type: 'episode',
        source: 'mal',
        sourceId: `${key}/${number}`,
        anime: { source: 'mal', sourceId: String(key) },
      },
      ...{ number, status: isReleased ? 'released' : 'scheduled', scheduledAt: at, releasedAt: isReleased ? at : null },
    };
  };

  test(`are sent the log filtered by anime and kind (SEED=${runSeed})`, async () => {
    const { client } = catalog.database;
    const target = targetOf('localhost', receiver.port);
    const ports = testWebhookPorts([target]);
    const publishing = { publications: catalog.publications, now: catalog.now };
    await catalog.import(Array.from({ length: ANIME }, (_, key) => anime(key)));
    const all = (await client.anime.findMany({ select: { id: true } })).map(({ id }) => id);
    const owed: Owed[] = [];
    let head = Number((await client.publicationHead.findFirstOrThrow()).position);

    const mergedInto = async () =>
      new Map((await client.anime.findMany()).map(({ id, mergedIntoId }) => [id, mergedIntoId]));
    const closure = async (ids: readonly string[] | null) => {
      const leads = await mergedInto();
      const found = new Set(ids ?? []);
      for (const id of found) {
        const next = leads.get(id);
        if (next) found.add(next);
      }
      return found;
    };
    const isOwed = ({ ids, read, kinds }: Owed, { kind, animeId }: LoggedEvent) =>
      kinds.includes(kind) && (ids === null || read.has(animeId));
    /** Owes what was published since. */
    const published = async () => {
      const events = await client.event.findMany({ where: { position: { gt: head } }, orderBy: { position: 'asc' } });
      head += events.length;
      for (const { id, kind, animeId } of events) {
        const event = { id, kind: kind.replace('_', '.') as EventKind, animeId };
        for (const it of owed) if (it.isEnabled && isOwed(it, event)) it.waiting.push(event);
      }
    };
    const drain = async () => {
      const { close, failures } = startTestDispatcher(catalog, { exempt: new Set([target]), ca: authority.cert });
      const received = () => receiver.received.map(({ path, headers }) => `${path} ${headers['service-event-id']}`);
      const expected = () => owed.flatMap(({ waiting }, index) => waiting.map(({ id }) => `/${index} ${id}`));
      await until(() => expected().every((it) => received().includes(it)), 20_000);
      await close();
      expect(failures).toEqual([]);
      for (const it of owed) {
        for (const { id } of it.waiting) it.sent.add(id);
        it.waiting = [];
      }
      const sent = owed.flatMap((it, index) => [...it.sent].map((id) => `/${index} ${id}`));
      expect(received().sort()).toEqual(sent.sort());
    };

    for (let index = 0; index < WEBHOOKS; index += 1) {
      const ids = index % 4 === 0 ? null : some(all, 1);
      const events = some(EVENT_KINDS, 1);
      const input = {
        applicationId: await newApplication(catalog.database),
        name: 'w',
        url: `https://${target}/${index}`,
      };
      const { webhook } = await createWebhook(catalog.publications, ports, { ...input, events, animeIds: ids });
      owed.push({
        ...{ id: webhook.id, ids, read: await closure(ids), kinds: events },
        ...{ isEnabled: true, waiting: [], sent: new Set<string>() },
      });
    }

    let merges = 0;
    for (let step = 0; step < STEPS; step += 1) {
      const it = owed[random(WEBHOOKS)] as Owed;
      const act = random(20);
      if (act < 10) {
        const keys = some([...all.keys()], 1);
        await catalog.import(keys.flatMap((key) => (random(2) === 0 ? [anime(key)] : [anime(key), episode(key)])));
        await published();
      } else if (act < 12) {
        it.ids = random(3) === 0 ? null : some(all, 1);
        await updateWebhook(catalog.database, ports, { id: it.id, animeIds: it.ids });
        if (it.ids !== null) it.read = await closure(it.ids);
        it.waiting = it.waiting.filter((event) => isOwed(it, event));
      } else if (act < 14) {
        it.kinds = some(EVENT_KINDS, 1);
        await updateWebhook(catalog.database, ports, { id: it.id, events: it.kinds });
        it.waiting = it.waiting.filter((event) => isOwed(it, event));
      } else if (act === 14) {
        it.isEnabled = !it.isEnabled;
        it.waiting = [];
        if (it.isEnabled) await enableWebhook(catalog.publications, it.id);
        else await disableWebhook(catalog.publications, it.id, null);
        it.read = await closure(it.ids);
      } else if (act < 17) {
        const leads = await mergedInto();
        const unmerged = all.filter((id) => leads.get(id) === null);
        if (unmerged.length < ANIME / 2) continue;
        const [loser = '', survivor = ''] = some(unmerged, 2);
        await mergeAnime(publishing, loser, survivor, { name: 'ann', reason: null });
        merges += 1;
        for (const one of owed) if (one.read.has(loser)) one.read.add(survivor);
        await published();
      } else if (act === 17) {
        const leads = await mergedInto();
        const [merged] = all.filter((id) => leads.get(id) !== null).sort(() => random(3) - 1);
        if (merged === undefined) continue;
        const survivor = leads.get(merged) ?? '';
        const isUndone = await unmergeAnime(publishing, merged, { name: 'ann', reason: null }).catch(() => null);
        if (isUndone === null) continue;
        for (const one of owed) {
          if (one.ids === null || (await closure(one.ids)).has(survivor)) continue;
          one.read.delete(survivor);
          one.waiting = one.waiting.filter(({ animeId }) => animeId !== survivor);
        }
        await published();
      } else if (act === 18) await drain();

      for (const one of owed) {
        const waiting = await client.$queryRaw<{ eventId: string }[]>`
          SELECT l.id::text AS "eventId" FROM webhook_queue q CROSS JOIN LATERAL webhook_log(q.webhook_id, q.position, 1000, true) l
          WHERE q.webhook_id = ${one.id}::uuid ORDER BY l.position`;
        expect([step, act, waiting.map(({ eventId }) => eventId)]).toEqual([
          step,
          act,
          one.waiting.map(({ id }) => id),
        ]);
      }
    }
    await drain();
    expect(merges).toBeGreaterThan(0);
    expect(owed.some(({ sent }) => sent.size > 0)).toBe(true);
  }, 300_000);
});
