import { beforeAll, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { mergeAnime } from '../../../src/graph/review/mergeAnime.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { type OwnWebhook, openOwnersApi } from './openOwnersApi.ts';

describeWith(['postgres'], 'the anime that a webhook lists', () => {
  const owners = ofSuite(openOwnersApi);
  let webhook: OwnWebhook;
  let ids: string[];

  beforeAll(async () => {
    webhook = await owners.subscribe('localhost:9000');
    await owners.api.catalog.import(newAnime(0, 101));
    ids = (await owners.api.catalog.database.client.anime.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id);
  }, 60_000);

  const json = { 'content-type': 'application/json', 'if-match': '*' };
  const patch = (content: unknown) => owners.send('PATCH', webhook.path, json, JSON.stringify(content));
  const shown = async () =>
    (await owners.send('GET', webhook.path)).json<{ animeIds: unknown; revision: number; waiting: number }>();

  test('are all until some are named, and all again after null', async () => {
    expect(await shown()).toMatchObject({ animeIds: null, revision: 1 });
    const [first = '', second = ''] = ids;
    expect((await patch({ animeIds: [first.toUpperCase(), second] })).json()).toMatchObject({
      ...{ animeIds: [first, second], revision: 2 },
    });
    expect((await patch({ name: 'Renamed' })).json()).toMatchObject({ animeIds: [first, second], revision: 3 });
    expect((await patch({ animeIds: [first, second] })).json()).toMatchObject({ revision: 3 });
    expect((await patch({ animeIds: null })).json()).toMatchObject({ animeIds: null, revision: 4 });
    expect((await patch({ animeIds: ids.slice(0, 100) })).status).toBe(200);
    await patch({ animeIds: null });
  });

  test('are named at the creation', async () => {
    const path = webhook.path.slice(0, webhook.path.lastIndexOf('/'));
    const made = await owners.send(
      ...(['POST', path, json] as const),
      JSON.stringify({ name: 'w', url: 'https://hooks.example.org/', events: ['anime.created'], animeIds: [ids[3]] }),
    );
    expect([made.status, made.json()]).toEqual([201, expect.objectContaining({ animeIds: [ids[3]] })]);
  });

  test.each([
    ['none', () => [], '/animeIds'],
    ['101', () => ids, '/animeIds'],
    ['one twice', () => [ids[0], ids[0]?.toUpperCase()], '/animeIds'],
    ['an id that there is not', () => [ids[0], uuidv7()], '/animeIds/1'],
    ['what is no id', () => [ids[0], 'mal:1'], '/animeIds/1'],
    ['NUL', () => ['\0'], '/animeIds/0'],
    ['a number', () => [7], '/animeIds/0'],
    ['a text', () => 'all', '/animeIds'],
  ])('are refused: %s', async (_, given, pointer) => {
    const { revision } = await shown();
    const refused = await patch({ animeIds: given() });
    expect([refused.status, refused.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'invalid_body', errors: [expect.objectContaining({ pointer })] }),
    ]);
    expect(await shown()).toMatchObject({ revision });
  });

  test('stand for their survivors from the merge on, whose events are sent', async () => {
    const { catalog } = owners.api;
    const [loser = '', survivor = '', other = ''] = ids;
    await patch({ animeIds: [loser], events: ['anime.updated'] });
    const { waiting } = await shown();
    const titles = new Map((await catalog.database.client.anime.findMany()).map(({ id, title }) => [id, title]));
    const change = (id: string) => {
      const title = titles.get(id) ?? '';
      const another = { title: uuidv7(), language: null, kind: 'synonym' };
      return {
        ...newAnime(Number(title.slice('Title '.length)), 1)[0],
        titles: [{ title, language: 'ja-Latn', kind: 'official' }, another],
      };
    };
    await catalog.import([change(survivor), change(other)]);
    expect(await shown()).toMatchObject({ waiting });
    await mergeAnime(catalog, loser, survivor, { name: 'ann', reason: null });
    await catalog.import([change(survivor), change(other)]);
    // That of the merge and that of the survivor.
    expect(await shown()).toMatchObject({ waiting: waiting + 2 });
    expect((await patch({ animeIds: [loser, other] })).status).toBe(200);
  });
});
