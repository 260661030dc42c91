import { expect, test } from '@jest/globals';
import * as client from 'openid-client';
import { describeWith } from '../../support/describeWith.ts';
import { openTestService } from '../../support/openTestService.ts';
import { until } from '../../support/until.ts';
import { CookieClient, openCallback, openSignIn } from './openSignIn.ts';

const password = 'correct horse battery';

describeWith(['postgres'], 'the audit events of the embedded issuer', () => {
  test('tell of sign-ins, refused ones, tokens given out and taken back, and hold nothing that was typed wrongly', async () => {
    const service = await openTestService();
    const callback = await openCallback();
    try {
      const mutate = async (text: string) => (await service.ask({ query: `mutation { ${text} }` })).text();
      await mutate(`createUser(input: { name: "ann", password: "${password}" }) { user { name } }`);
      const made = await mutate(
        `createApplication(input: { name: "A", owner: "ann", redirectUris: ["${callback.uri}"] }) { application { id } }`,
      );
      const application = /"id":"([^"]+)"/.exec(made)?.[1] ?? '';
      const browser = new CookieClient();
      const begun = await openSignIn(
        service.publicUrl ?? '',
        application,
        callback.uri,
        'openid offline_access anime.read',
      );
      const page = await browser.follow(begun.url);
      expect((await browser.go(`${page.url}/sign-in`, { name: 'ann', password: 'a wrong password' })).status).toBe(401);
      // People type their password into the first field that they see.
      expect((await browser.go(`${page.url}/sign-in`, { name: password, password: 'x' })).status).toBe(401);
      const consent = await browser.follow(`${page.url}/sign-in`, { name: 'ann', password });
      const back = await browser.follow(`${consent.url}/consent`, {});
      const tokens = await begun.finish(back.url);
      const refreshed = await client.refreshTokenGrant(begun.configuration, tokens.refresh_token ?? '');
      await client.tokenRevocation(begun.configuration, refreshed.refresh_token ?? '');
      const asked = await browser.follow(`${service.publicUrl}/oidc/session/end`);
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(await asked.response.text())?.[1] ?? '';
      await browser.follow(`${service.publicUrl}/oidc/session/end/confirm`, { xsrf, logout: 'yes' });
      const rows = async () =>
        (await service.ports.database.client.auditEvent.findMany({ orderBy: { id: 'asc' } })).filter(
          ({ actor }) => !actor.startsWith('tool'),
        );
      await until(async () => (await rows()).length === 7, 10_000);
      expect(
        (await rows()).map(({ kind, outcome, actor, object, address }) => [kind, outcome, actor, object, address]),
      ).toEqual([
        ['signIn', 'refused', 'anonymous', 'ann', '127.0.0.1'],
        ['signIn', 'refused', 'anonymous', null, '127.0.0.1'],
        ['signIn', 'done', 'user:ann', 'ann', '127.0.0.1'],
        ['issueToken', 'done', 'user:ann', application, '127.0.0.1'],
        ['issueToken', 'done', 'user:ann', application, '127.0.0.1'],
        ['revokeGrant', 'done', 'user:ann', application, '127.0.0.1'],
        ['signOut', 'done', 'user:ann', null, '127.0.0.1'],
      ]);
      expect(JSON.stringify(await rows())).not.toMatch(/horse|wrong|eyJ/);
    } finally {
      await callback.close();
      await service.end();
    }
  }, 60_000);
});
