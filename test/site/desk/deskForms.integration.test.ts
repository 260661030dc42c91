import { beforeAll, expect, test } from '@jest/globals';
import { deskTable } from '../../../src/site/desk/createDeskRouter.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestService } from '../../support/openTestService.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';

const table = deskTable(['graph']);

describeWith(['postgres'], 'the pages of the desk', () => {
  const service = ofSuite(openTestService);
  /** Paths by template, of a proposal, of an anime and another to merge it with, and of a webhook. */
  let paths: Readonly<Record<string, string>>;
  beforeAll(async () => {
    const record = (source: string, sourceId: string, title: string, more = {}) => ({
      ...{ type: 'anime', source, sourceId, titles: [{ title, language: 'ja-Latn', kind: 'official' }] },
      ...more,
    });
    const shared = { externalIds: { mal: '1' } };
    for (const records of [
      [record('mal', '1', 'One'), record('mal', '3', 'Three'), record('anilist', '11', 'One', shared)],
      [record('anilist', '12', 'Two', shared)],
    ]) {
      const query = 'mutation ($input: ImportCatalogInput!) { importCatalog(input: $input) { rejected } }';
      await service.ask({ query, variables: { input: { records } } });
    }
    const { client } = service.ports.database;
    const proposal = await client.proposal.findFirstOrThrow({ where: { status: 'pending' } });
    const [one, three] = [
      await client.anime.findFirstOrThrow({ where: { title: 'One' } }),
      await client.anime.findFirstOrThrow({ where: { title: 'Three' } }),
    ];
    await subscribe(service.ports, testWebhookPorts([]), ['https://hooks.example.org/']);
    const { id: webhook, applicationId } = await client.webhook.findFirstOrThrow();
    const pathOf = (template: string) => {
      const path = template
        .replace('{id}', template.includes('/anime/') ? one.id : proposal.id)
        .replace('{application}/{webhook}', `${applicationId}/${webhook}`);
      return path.endsWith('/merge') ? `${path}?into=${three.id}` : path;
    };
    paths = Object.fromEntries(table.map(({ path }) => [path, pathOf(path)]));
  }, 120_000);

  const enter = async (reviewer: string) => {
    const { desk } = service.ports;
    const session = await desk?.enter((await desk?.invite(reviewer)) ?? '');
    return `catalog-desk=${session?.cookie}`;
  };
  const get = (path: string, cookie: string) => fetch(service.internalUrl + path, { headers: { cookie } });
  test.each(table.map(({ path }) => path))('%s is shown to reviewers and to nobody else, as written', async (path) => {
    const at = paths[path] ?? '';
    const [shown, nobody] = [await get(at, await enter('ann')), await get(at, 'catalog-desk=x')];
    expect([path, shown.status, nobody.status]).toEqual([path, 200, 401]);
    expect(shown.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(shown.headers.get('cache-control')).toBe('no-store');
    // First come the bytes of the page: its files are kept for a year.
    expect((await shown.text()).length).toBeLessThan(20_000);
  });
});
