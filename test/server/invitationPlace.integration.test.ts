import { expect, test } from '@jest/globals';
import { describeWith } from '../support/describeWith.ts';
import { openTestService } from '../support/openTestService.ts';

const PUBLIC_URL = 'https://catalog.example.org';

describeWith(['postgres'], 'an invitation', () => {
  test.each([
    [{}, 'its own'],
    [{ ROLES: 'graph', PUBLIC_URL }, PUBLIC_URL],
    [{ ROLES: 'graph' }, /set PUBLIC_URL to the origin of the process with the role rest, or make the account by/],
    [{ PAGES: 'off' }, /set PAGES to on, here and where the role rest is, or make the account by users create/],
  ] as const)('with %j leads to a page that is served, or is none and says what to set', async (settings, place) => {
    const service = await openTestService(settings);
    try {
      const query = 'mutation { inviteUser(input: { name: "eve" }) { origin path } }';
      const { data, errors } = (await (await service.ask({ query })).json()) as {
        readonly data: { readonly inviteUser: { readonly origin: string; readonly path: string } } | null;
        readonly errors?: readonly { readonly message: string }[];
      };
      if (place instanceof RegExp) {
        expect(errors?.[0]?.message).toMatch(place);
        expect(await service.ports.database.client.invitation.count()).toBe(0);
        return;
      }
      const origin = place === 'its own' ? service.publicUrl : place;
      expect(data?.inviteUser).toEqual({ origin, path: expect.stringMatching(/^\/account\/invitation\?/) });
      if (place !== 'its own') return;
      const page = await fetch(`${service.publicUrl}${data?.inviteUser.path}`);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<bdi>eve</bdi>')]);
    } finally {
      await service.end();
    }
  });
});
