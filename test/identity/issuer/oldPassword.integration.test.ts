import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { verifyPassword } from '../../../src/graph/user/password.ts';
import { describeWith } from '../../support/describeWith.ts';
import { type IssuerScene, openIssuerScene, PASSWORD } from './issuerScene.ts';
import { CookieClient, openSignIn } from './openSignIn.ts';

describeWith(['postgres'], 'a password that is being replaced', () => {
  let scene: IssuerScene;
  beforeAll(async () => {
    scene = await openIssuerScene();
  }, 60_000);
  afterAll(() => scene?.end());

  const begin = async (browser: CookieClient) => {
    const { url } = await openSignIn(scene.origin, scene.clientId, scene.redirectUri, 'openid anime.read');
    return (await browser.follow(url)).url;
  };
  const isSignedIn = async (browser: CookieClient) => {
    const { url } = await openSignIn(scene.origin, scene.clientId, scene.redirectUri, 'openid anime.read');
    const { response } = await browser.follow(url);
    return !(await response.text()).includes('Password');
  };
  const change = (name: string) =>
    scene.mutate(`changePassword(input: { name: "${name}", password: "another ${PASSWORD}" }) { user { name } }`);
  /** Passwords of others, which are judged first. */
  const crowd = (length = 8) => Array.from({ length }, () => verifyPassword(PASSWORD, null));

  test('gives no session that outlives it while the new one is hashed', async () => {
    await scene.createUser('early');
    const browser = new CookieClient();
    const page = await begin(browser);
    const others = crowd();
    // By the time that the first of the crowd is judged it waits, before the new one's hash. The line holds eight: there is room for it.
    const posted = browser.go(`${page}/sign-in`, { name: 'early', password: PASSWORD });
    await Promise.race(others);
    const more = crowd(1);
    const changed = change('early');
    const answer = await posted;
    expect(answer.status).toBe(303);
    await browser.follow(new URL(answer.headers.get('location') ?? '', page));
    await Promise.all([changed, ...others, ...more]);
    expect(await isSignedIn(browser)).toBe(false);
  }, 60_000);

  test('gives no session when it was looked up before and judged after', async () => {
    await scene.createUser('slow');
    const browser = new CookieClient();
    const page = await begin(browser);
    const changed = change('slow');
    await new Promise((done) => setTimeout(done, 50));
    const others = crowd();
    const answer = await browser.go(`${page}/sign-in`, { name: 'slow', password: PASSWORD });
    await Promise.all([changed, ...others]);
    if (answer.status === 303) await browser.follow(new URL(answer.headers.get('location') ?? '', page));
    expect(await isSignedIn(browser)).toBe(false);
  }, 60_000);

  test('and a visit of the page of sign-out by nobody is kept for half an hour, not two weeks', async () => {
    const database = new pg.Client({ connectionString: scene.service.databaseUrl });
    await database.connect();
    const kept = async (least: string) => {
      const { rows } = await database.query<{ id: string }>(
        `SELECT id FROM issuer_state WHERE kind = 'Session' AND expires_at > now() + $1::interval`,
        [least],
      );
      return rows.length;
    };
    const before = await kept('31 minutes');
    await fetch(`${scene.origin}/oidc/session/end`);
    expect(await kept('31 minutes')).toBe(before);
    await database.end();
  });
});
