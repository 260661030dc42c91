/**
 * Every page of the page tables in its states, each loaded once by a browser that has loaded nothing before: faults (axe-core's
 * violations among them) on three widths in light and dark, bytes sent, requests, first paint, layout shift. The service, over
 * PostgreSQL, and Chromium share the machine, so the times compare pages and are no records.
 *
 *     npm run bench:pages
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { accountTable } from '../src/pages/account/accountTable.ts';
import { deskTable } from '../src/pages/desk/deskTable.ts';
import { type AccountScene, fillIn, openAccountScene } from '../test/rest/account/openAccountScene.ts';
import { PASSWORD } from '../test/rest/account/person.ts';
import { publicViews } from '../test/rest/support/publicViews.ts';
import { sampleRecords } from '../test/rest/support/sampleRecords.ts';
import { inspectPage } from '../test/support/inspectPage.ts';
import { loadPage } from '../test/support/loadPage.ts';
import { openBrowser } from '../test/support/openBrowser.ts';
import { startPostgres } from '../test/support/startPostgres.ts';
import { until } from '../test/support/until.ts';

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A page in one of its states. */
interface View {
  readonly path: string;
  readonly state: string;
  readonly url: string;
  /** Who asks; null: nobody who is signed in. */
  readonly session: Session | null;
}

async function measure(browser: Browser, { path, state, url, session }: View): Promise<string> {
  const context = await browser.newContext(session === null ? {} : { storageState: session });
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 800 });
  const { requests, bytes, shift, paintMs, status } = await loadPage(page, url);
  const faults = await inspectPage(page);
  await context.close();
  for (const fault of faults) console.error(`${path}, ${state}: ${fault}`);
  const kilobytes = (bytes / 1000).toFixed(1);
  return `| \`${path}\` | ${state} | ${status} | ${faults.length} | ${kilobytes} | ${requests.length} | ${Math.round(paintMs)} | ${shift} |`;
}

async function signIn(browser: Browser, { origin }: AccountScene, name: string): Promise<Session> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${origin}/account`);
  await page.click('text="Sign in"');
  await page.fill('[name=name]', name);
  await page.fill('[name=password]', PASSWORD);
  await page.click('button[type=submit]');
  await page.waitForURL('**/account');
  return await sessionOf(page);
}

async function enterDesk(browser: Browser, { service }: AccountScene): Promise<Session> {
  const { data } = await run<{ openDesk: { path: string } }>(
    service,
    'mutation { openDesk(input: { reviewer: "ann" }) { path } }',
  );
  const page = await (await browser.newContext()).newPage();
  await page.goto(service.internalUrl + data.openDesk.path);
  await page.getByRole('button', { name: 'Open the desk' }).click();
  await page.waitForURL('**/review');
  return await sessionOf(page);
}

async function sessionOf(page: Page): Promise<Session> {
  const state = await page.context().storageState();
  await page.context().close();
  return state;
}

async function run<Data>(
  service: AccountScene['service'],
  query: string,
  variables: object = {},
): Promise<{ data: Data }> {
  const answer = (await (await service.ask({ query, variables })).json()) as { data: Data; errors?: unknown };
  if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors));
  return answer;
}

/** A record that shares its id with two anime waits for a reviewer. @returns the ids of both */
async function propose({ service }: AccountScene): Promise<{ id: string; anime: string }> {
  const records = ['anilist', 'anilist'].map((source, at) => ({
    ...{ type: 'anime', source, sourceId: `proposed-${at}`, externalIds: { mal: '1' }, year: 2014 + at },
    titles: [{ title: `Proposed ${at}`, language: 'en', kind: 'official' }],
  }));
  const importing = 'mutation ($input: ImportCatalogInput!) { importCatalog(input: $input) { rejected } }';
  for (const record of records) await run(service, importing, { input: { records: [record] } });
  const { data } = await run<{ proposals: { nodes: { id: string; candidates: { id: string }[] }[] } }>(
    service,
    '{ proposals(status: PENDING, first: 1) { nodes { id candidates { id } } } }',
  );
  const [found] = data.proposals.nodes;
  return { id: found?.id ?? '', anime: found?.candidates[0]?.id ?? '' };
}

const postgres = await startPostgres();
process.env.TEST_DATABASE_URL = postgres.url;
const scene = await openAccountScene({ SEARCH: 'on' });
const browser = await openBrowser();
try {
  const { origin, service } = scene;
  const importing = 'mutation ($input: ImportCatalogInput!) { importCatalog(input: $input) { rejected } }';
  await run(service, importing, { input: { records: sampleRecords } });
  await until(async () => (await (await fetch(`${origin}/v1/search?q=shingeki`)).text()).includes('"found":1'), 30_000);
  const firstOf = async (query: string) => {
    const list = (await (await fetch(`${origin}/v1/anime?limit=1&${query}`)).json()) as { items: { id: string }[] };
    return list.items[0]?.id ?? '';
  };
  const [animeId, survivor] = [await firstOf('year=2013'), await firstOf('format=movie')];
  await scene.person('new');
  const [ann, fresh] = [await signIn(browser, scene, 'ann'), await signIn(browser, scene, 'new')];
  const internal = service.internalUrl;
  const desk = await enterDesk(browser, scene);
  const deskPages = deskTable(['rest']).map(({ path }) => path);
  const empty = deskPages.filter((path) => !path.includes('{'));
  const at = (path: string, state: string, url: string, session: Session | null = null): View => ({
    path,
    state,
    url,
    session,
  });

  console.log('| page | state | status | faults | kB | requests | first paint ms | shift |');
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  const show = async (views: readonly View[]) => {
    for (const view of views) console.log(await measure(browser, view));
  };
  await show(empty.map((path) => at(path, 'desk, nothing waits', internal + path, desk)));
  const proposal = await propose(scene);
  const inDesk = (path: string) => fillIn(path, { id: path.includes('/anime/') ? proposal.anime : proposal.id });
  await show([
    ...publicViews.map(({ path }) => at(path, 'filled', origin + path.replace('{id}', animeId))),
    at('/explore?q=…', 'no hit', `${origin}/explore?q=zzzzqqqq`),
    at('/explore?year=…', 'wrong input', `${origin}/explore?year=x`),
    at('/explore/anime/{id}', 'not there', `${origin}/explore/anime/${crypto.randomUUID()}`),
    at('/nothing', 'not there', `${origin}/nothing`),
    at('/account', 'not signed in', `${origin}/account`),
    at('/oidc/…', 'sign-in', `${origin}/account/sign-in?to=%2Faccount`),
    at('/oidc/…', 'not there', `${origin}/oidc/nothing`),
    at('/account/signed-out', 'filled', `${origin}/account/signed-out`),
    at('/account/signed-in', 'refused', `${origin}/account/signed-in?code=x`),
    at('/account', 'empty', `${origin}/account`, fresh),
    ...scene.pages.map(({ page, path }) => at(page.path, 'filled', origin + path, ann)),
    at(
      '…/deliveries',
      'wrong input',
      `${origin}${fillIn(accountTable.find(({ query }) => query?.includes('event'))?.path ?? '', scene.ids)}?event=x`,
      ann,
    ),
    at(
      '/account/applications/{application}',
      'not yours',
      `${origin}/account/applications/${scene.ids.application}`,
      fresh,
    ),
    ...deskPages
      .filter((path) => !path.endsWith('/merge'))
      .map((path) => at(path, 'desk, filled', internal + inDesk(path), desk)),
    at(
      '/review/anime/{id}/merge',
      'desk, filled',
      `${internal}/review/anime/${proposal.anime}/merge?into=${survivor}`,
      desk,
    ),
    at('/review', 'desk, not signed in', `${internal}/review`),
    at('/graphql', 'token form', `${internal}/graphql`),
  ]);
} finally {
  await browser.close();
  await scene.end();
  await postgres.stop();
}
