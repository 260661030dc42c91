import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deskTable } from '../../../src/site/desk/createDeskRouter.ts';
import { describeWith } from '../../support/describeWith.ts';
import { openTestService, type TestService } from '../../support/openTestService.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';
import { formsOf } from '../account/person.ts';

const table = deskTable(['graph']);
const forms = table.flatMap(({ path, forms = {} }) => Object.keys(forms).map((form) => [path, form] as const));

describeWith(['postgres'], 'the pages of the desk', () => {
  let service: TestService;
  /** Paths by template, of a proposal, of an anime and another to merge it with, and of a webhook. */
  let paths: Readonly<Record<string, string>>;
  beforeAll(async () => {
    service = await openTestService();
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
  afterAll(() => service?.end());

  const enter = async (reviewer: string) => {
    const { desk } = service.ports;
    const session = await desk?.enter((await desk?.invite(reviewer)) ?? '');
    return `catalog-desk=${session?.cookie}`;
  };
  const get = (path: string, cookie: string) => fetch(service.internalUrl + path, { headers: { cookie } });
  const post = async (path: string, body: URLSearchParams, headers: Readonly<Record<string, string>>) =>
    (await fetch(service.internalUrl + path, { method: 'POST', redirect: 'manual', headers, body })).status;
  /** What decisions change. */
  const stored = async () => {
    const [row] = await service.ports.database.client.$queryRaw<{ readonly text: string }[]>`
      SELECT concat((SELECT json_agg(p ORDER BY id) FROM proposal p), (SELECT json_agg(a ORDER BY id) FROM anime a),
        (SELECT json_agg(r ORDER BY id) FROM source_record r), (SELECT count(*) FROM event),
        (SELECT count(*) FROM audit_event)) AS text`;
    return row?.text;
  };

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

  test.each(forms)(
    'the form of %s to %s changes nothing unless a reviewer sends it from its page, once',
    async (template, name) => {
      const path = paths[template] ?? '';
      const find = async (cookie: string) => {
        const shown = formsOf(await (await get(path, cookie)).text());
        // Where nothing is pinned no form lifts a pin: another one of the page is sent under its name.
        const fields = (shown.find((form) => form.name === name) ?? shown[0])?.fields ?? new URLSearchParams();
        fields.set('form', name);
        return fields;
      };
      // Each form has a person of its own, who may change as much as they need of it in a minute.
      const ann = await enter(`ann ${template} ${name}`);
      const whole = await find(ann);
      const having = (field: string, value: string) => {
        const fields = new URLSearchParams(whole);
        fields.set(field, value);
        return fields;
      };
      const own = { cookie: ann, 'sec-fetch-site': 'same-origin' };
      const before = await stored();
      const tries: readonly (readonly [URLSearchParams, Readonly<Record<string, string>>, number])[] = [
        [whole, { ...own, 'sec-fetch-site': 'cross-site' }, 400],
        [whole, { ...own, origin: 'https://evil.example' }, 400],
        [whole, { cookie: ann, origin: 'https://evil.example' }, 400],
        [whole, { cookie: ann }, 400],
        [having('form', 'constructor'), own, 400],
        [having('number', ''), own, 409],
        [whole, { 'sec-fetch-site': 'same-origin' }, 401],
      ];
      for (const [fields, headers, status] of tries) expect(await post(path, fields, headers)).toBe(status);
      expect((await get(`${path}${path.includes('?') ? '&' : '?'}${whole}`, ann)).status).toBeLessThan(500);
      // Its number was spent by the form that does not exist.
      expect(await post(path, whole, own)).toBe(409);
      expect(await stored()).toBe(before);
    },
  );
});
