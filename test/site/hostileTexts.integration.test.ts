import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { REVIEW_SOURCE } from '../../src/graph/import/record.ts';
import { accountTable } from '../../src/site/account/accountPages.ts';
import { deskTable } from '../../src/site/desk/createDeskRouter.ts';
import { exploreTable } from '../../src/site/explore/explorePages.ts';
import { describeWith } from '../support/describeWith.ts';
import { ofSuite } from '../support/ofSuite.ts';
import { type AccountScene, fillIn, openAccountScene } from './account/openAccountScene.ts';
import { HOSTILE_TEXTS, shownAs } from './support/hostileTexts.ts';
import { openBrowser } from './support/openBrowser.ts';

/**
 * The columns with texts that pages show, each with the rows that it is written in and, where it holds JSON, the member
 * that holds the text. Where a page is first to show another one, it moves here from OTHERS.
 */
const SHOWN: Readonly<Record<string, { readonly where?: string; readonly member?: string }>> = {
  'anime.title': {},
  'anime.synopsis': {},
  'anime.official_site': {},
  'anime_external_id.site': { where: `site <> 'mal'` },
  'anime_external_id.external_id': { where: `site <> 'mal'` },
  'anime_image.url': {},
  'anime_title.title': { where: `kind = 'synonym'` },
  'access_token.label': {},
  'anime_title.language': { where: `kind = 'synonym'` },
  'api_key.name': {},
  'application.name': {},
  'delivery.first_response_body': {},
  'delivery.first_tls_code': {},
  'delivery_attempt.response_body': {},
  'delivery_attempt.tls_code': {},
  'episode_title.title': {},
  'event.payload': {},
  'genre.name': {},
  'invitation.name': {},
  // Nobody is let in to the desk whose name decisions could not record.
  'portal_session.subject': { where: 'NOT at_desk' },
  'proposal.source_id': {},
  'proposal.record': { member: '{titles,0,title}' },
  'proposal.record ': { member: '{synopsis}' },
  'proposal.record  ': { member: '{genres,0}' },
  'proposal.reviewer': { where: `status <> 'pending'` },
  'proposal.decision': { where: `status <> 'pending'` },
  'source_record.record': { where: `source = '${REVIEW_SOURCE}'`, member: '{synopsis}' },
  'studio.name': {},
  'webhook.name': {},
  'webhook.url': {},
  'webhook.disabled_reason': {},
};

/** Columns of texts that no page shows, or that a CHECK, a key or a table of the code leaves no choice. */
const OTHERS = `
  access_token.subject access_token.scopes access_token.key_id anime.broadcast anime_merge.before anime_merge.after anime_stated_relation.source anime_stated_relation.source_id
  anime_stated_relation.stated_by anime_title_key.key api_key.id api_key.scopes api_key_day.key_id application.owner
  application.owner_issuer audit_event.kind audit_event.outcome audit_event.actor audit_event.object audit_event.address
  delivery.kind delivery.payload download.url download.format download.etag download.last_modified download.sha256
  download.release dump.digest episode_title.language episode_alias.source episode_alias.source_id episode_alias.own_records genre.slug genre.key
  issuer_user.name issuer_user.password_hash
  issuer_user.permissions portal_form.number portal_session.browser portal_session.issuer proposal.source proposal.base proposal.difference
  proposal.holds publication.actor publication.reason publication.traceparent revocation.issuer revocation.name
  service_state.name service_state.value signing_key.id signing_key.public_key signing_key.private_key source.name
  source_record.source source_record.source_id studio.slug studio.key webhook.secret`
  .trim()
  .split(/\s+/);

interface Seen {
  /** Every element, in order. */
  readonly tags: readonly string[];
  /** Its texts and the values that its attributes have, in order. */
  readonly texts: readonly string[];
  /** Where it leads, and what it loads. */
  readonly targets: readonly string[];
}

/** What a browser makes of a page. */
const read = (html: string): Seen => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const elements = Array.from(page.querySelectorAll('*'));
  const leading = new Set(['href', 'src', 'action', 'formaction']);
  const isNumber = (element: Element) => ['number', 'seen'].includes(element.getAttribute('name') ?? '');
  return {
    tags: elements.map((element) => `${element.tagName} ${element.getAttributeNames().join(' ')}`),
    texts: [
      ...elements.map((element) =>
        Array.from(element.childNodes)
          .map((node) => (node.nodeType === 3 ? node.nodeValue : '|'))
          .join(''),
      ),
      ...elements
        .filter((element) => !isNumber(element))
        .flatMap((element) =>
          Array.from(element.attributes)
            .filter(({ name }) => !leading.has(name))
            .map(({ value }) => value),
        ),
    ],
    targets: elements.flatMap((element) =>
      Array.from(element.attributes)
        .filter(({ name }) => leading.has(name))
        .map(({ value }) => value),
    ),
  };
};

/** Without tokens of what was seen, and digits, which are those of times and counts: the texts have none. */
const still = (text: string) => text.replaceAll(/\b[\da-f]{24}\b/g, '').replaceAll(/\d+/g, '0');

describeWith(['postgres', 'chromium'], 'texts that are made to be taken for something else', () => {
  const scene = ofSuite(openAccountScene);
  const browser = ofSuite(openBrowser);
  let reader: Page;
  /** The pages of every table, and the others that show texts of data, with what they answer. */
  let pages: ReadonlyMap<string, () => Promise<string>>;

  beforeAll(async () => {
    reader = await browser.newPage();
    pages = await pagesOf(scene, await fillTables(scene));
  }, 300_000);

  /** Writes a text into each column. */
  const write = async (textOf: (column: string) => string) => {
    const { client } = scene.service.ports.database;
    for (const [column, { where = 'true', member }] of Object.entries(SHOWN)) {
      const [table, name] = column.trim().split('.');
      const inJson = `jsonb_set(${name}, '${member}', to_jsonb($1::text))`;
      const value = member !== undefined ? inJson : '$1';
      await client.$executeRawUnsafe(`UPDATE ${table} SET ${name} = ${value} WHERE ${where}`, textOf(column));
    }
    // What they own is that person's.
    await client.application.updateMany({ data: { owner: textOf('portal_session.subject') } });
    await client.accessToken.updateMany({ data: { subject: textOf('portal_session.subject') } });
  };
  const plain = (column: string) => `plain${Object.keys(SHOWN).indexOf(column)}text`;
  const plainPages = new Map<string, Seen>();

  test('stand in every column of texts: a new one needs its place in the tables above', async () => {
    const rows = await scene.service.ports.database.client.$queryRaw<{ readonly column: string }[]>`
      SELECT table_name || '.' || column_name AS column FROM information_schema.columns
      WHERE table_schema = 'public' AND left(table_name, 1) <> '_' AND udt_name IN ('text', '_text', 'jsonb')`;
    const shown = new Set(Object.keys(SHOWN).map((column) => column.trim()));
    expect(rows.map(({ column }) => column).sort()).toEqual([...shown, ...OTHERS].sort());
  });

  test('have plain ones in their place on every page, and each of these on one', async () => {
    await write(plain);
    const missing = new Set(Object.keys(SHOWN));
    const without: string[] = [];
    for (const [path, answer] of pages) {
      const seen = await reader.evaluate(read, await answer());
      plainPages.set(path, seen);
      const found = Object.keys(SHOWN).filter((column) => seen.texts.some((text) => text.includes(plain(column))));
      if (found.length === 0) without.push(path);
      for (const column of found) missing.delete(column);
    }
    expect([without, [...missing]]).toEqual([[], []]);
  }, 120_000);

  test.each(Object.entries(HOSTILE_TEXTS))(
    '%s: every page shows them as they are, and has no element more',
    async (_what, text) => {
      const hostile = (column: string) => `${text} ${String.fromCharCode(97 + Object.keys(SHOWN).indexOf(column))}`;
      await write(hostile);
      for (const [path, answer] of pages) {
        const [before, after] = [plainPages.get(path), await reader.evaluate(read, await answer())];
        expect([path, after.tags]).toEqual([path, before?.tags]);
        expect([path, after.targets.filter((target) => !/^(?:https?:|[/#])/.test(target))]).toEqual([path, []]);
        const filled = (seen: string, shown: (value: string) => string) =>
          Object.keys(SHOWN).reduceRight(
            (whole, column) => whole.replaceAll(plain(column), () => shown(hostile(column))),
            seen,
          );
        const wrong = after.texts.flatMap((real, at) => {
          const seen = before?.texts[at] ?? '';
          // What is no text of its own stands as JSON, or is quoted for a shell.
          const ways = [
            filled(seen, shownAs),
            filled(seen, (value) => shownAs(JSON.stringify(value).slice(1, -1))),
            filled(seen, (value) => shownAs(value.replaceAll("'", "'\\''"))),
          ];
          // The description of a page is cut.
          const isBegun = (way: string) => real.endsWith(' …') && still(way).startsWith(still(real.slice(0, -2)));
          return ways.some((way) => still(way) === still(real) || isBegun(way))
            ? []
            : [[seen.slice(0, 300), real.slice(0, 300)]];
        });
        expect([path, wrong]).toEqual([path, []]);
      }
    },
    120_000,
  );
});

/** What the pages answer to their people, by their paths in the tables. */
async function pagesOf(scene: AccountScene, ids: Readonly<Record<string, string>>) {
  const { internalUrl, ports } = scene.service;
  const session = await ports.desk?.enter((await ports.desk?.invite('rei')) ?? '');
  const htmlOf = async (url: string, cookie: string) => {
    // As many views as the tests need.
    for (const { subject } of await ports.database.client.portalSession.findMany()) {
      await ports.quotas?.giveBack('accountViews', subject);
      await ports.quotas?.giveBack('accountViews', `desk ${subject}`);
    }
    const answer = await fetch(url, { headers: { cookie, accept: 'text/html' } });
    const html = await answer.text();
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${html}`);
    return html;
  };
  const toOwner = (path: string) => htmlOf(scene.origin + path, scene.owner.browser.cookieFor(scene.origin + path));
  const atDesk = (path: string) => htmlOf(internalUrl + path, `catalog-desk=${session?.cookie}`);
  const explored: Readonly<Record<string, string>> = {
    '/explore': `/explore?genre=${ids.genre}`,
    '/explore/anime/{id}': `/explore/anime/${ids.one}`,
    '/explore/season/{year}/{season}': '/explore/season/1988/fall',
    '/explore/schedule': '/explore/schedule?week=1988-10-05&tz=UTC',
  };
  const decided = (path: string) =>
    path
      .replace('{id}', (path.includes('/anime/') ? ids.one : ids.proposal) ?? '')
      .replace('{application}/{webhook}', `${scene.ids.application}/${scene.ids.webhook}`)
      .replace(/merge$/, `merge?into=${ids.three}`);
  return new Map([
    ...accountTable.map(({ path }) => [path, () => toOwner(fillIn(path, scene.ids))] as const),
    ...deskTable(['graph']).map(({ path }) => [path, () => atDesk(decided(path))] as const),
    ['/review/{id} of a decided one', () => atDesk(`/review/${ids.decided}`)] as const,
    ...exploreTable.map(({ path }) => [path, () => toOwner(explored[path] ?? path)] as const),
    ['/account/invitation', () => toOwner(`/account/invitation?invitation=${ids.invitation}`)] as const,
  ]);
}

/** Fills the tables with what the pages show, beside what the scene has. @returns identifiers for addresses */
async function fillTables({ service, ids }: AccountScene): Promise<Readonly<Record<string, string>>> {
  const { client } = service.ports.database;
  const run = async (query: string, variables: object = {}) => {
    const answer = (await (await service.ask({ query, variables }, { 'x-actor': 'rei' })).json()) as {
      readonly data: Readonly<Record<string, Readonly<Record<string, string>>>>;
      readonly errors?: unknown;
    };
    if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors));
    return answer.data;
  };
  const importing = (...records: readonly object[]) =>
    run('mutation ($input: ImportCatalogInput!) { importCatalog(input: $input) { rejected } }', { input: { records } });
  const record = (source: string, sourceId: string, title: string, more: object = {}) => ({
    ...{ type: 'anime', source, sourceId, titles: [{ title, language: 'ja-Latn', kind: 'official' }] },
    ...more,
  });
  const texts = { synopsis: 'Walls.', genres: ['Drama'], studios: ['Wit'] };
  const one = record('mal', '1', 'One', {
    ...texts,
    titles: [
      { title: 'One', language: 'ja-Latn', kind: 'official' },
      { title: 'Uno', language: 'es', kind: 'synonym' },
    ],
    ...{ format: 'tv', status: 'airing', startDate: '1988-10-02', year: 1988, season: 'fall' },
    ...{ images: [{ url: 'https://img.example/1.jpg', width: 2, height: 3 }], officialSite: 'https://one.example/' },
    externalIds: { mal: '1', odd: '77' },
  });
  const episode = {
    ...{ type: 'episode', source: 'mal', sourceId: '1/1', anime: { source: 'mal', sourceId: '1' }, number: 1 },
    ...{ status: 'scheduled', scheduledAt: '1988-10-05T15:00:00Z', titles: [{ title: 'First', language: 'en' }] },
  };
  const shared = { ...texts, externalIds: { mal: '1' } };
  // First of all: an attempt at the events that follow could be written between two readings of a page.
  await client.webhook.updateMany({
    data: { status: 'disabled', disabledReason: 'no', endedAt: new Date(), failingSince: new Date(0) },
  });
  await importing(one, record('mal', '3', 'Three', texts), record('anilist', '11', 'One', shared), episode);
  await importing(record('anilist', '12', 'Two', shared), record('anilist', '13', 'Four', shared));
  const [pending, decided] = await client.proposal.findMany({ orderBy: { sourceId: 'asc' } });
  await run('mutation ($input: RejectProposalInput!) { rejectProposal(input: $input) { proposal { id } } }', {
    input: { id: decided?.id, reason: 'no' },
  });
  await client.$executeRaw`UPDATE proposal SET created_at = now() - interval '3 days'`;
  const { id } = await client.anime.findFirstOrThrow({ where: { title: 'One' } });
  const three = await client.anime.findFirstOrThrow({ where: { title: 'Three' } });
  await run('mutation ($input: AddTitleInput!) { addTitle(input: $input) { events } }', {
    input: { anime: id, title: 'Eins', kind: 'SYNONYM', language: 'de', reason: 'known' },
  });
  await client.$executeRaw`DELETE FROM anime_title WHERE title = 'Eins'`;
  await client.$executeRaw`DELETE FROM anime_external_id WHERE site NOT IN ('mal', 'odd')`;
  await client.$executeRaw`
    INSERT INTO delivery_attempt (delivery_id, cycle, number, started_at, duration_ms, error, response_body, tls_code)
    VALUES (${ids.delivery}::uuid, 1, 2, now(), 1, 'tls', 'no', 'CERT_HAS_EXPIRED')`;
  await client.$executeRaw`ALTER TABLE event DISABLE TRIGGER USER`;
  const invited = await run('mutation { inviteUser(input: { name: "eve" }) { path } }');
  const invitation = new URLSearchParams(invited.inviteUser?.path?.split('?')[1]).get('invitation') ?? '';
  const { slug } = await client.genre.findFirstOrThrow();
  return {
    ...{ one: id, three: three.id, proposal: pending?.id ?? '', decided: decided?.id ?? '' },
    ...{ invitation, genre: slug },
  };
}
