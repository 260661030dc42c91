import { access } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { describeWith } from '../support/describeWith.ts';
import { openTestService, TEST_TOKEN } from '../support/openTestService.ts';

const PUBLIC_URL = 'https://catalog.example.org';
const authorization = `Bearer ${TEST_TOKEN}`;

describeWith(['postgres'], 'ROLES', () => {
  it.each([
    ['rest', true, false],
    ['graph', false, true],
    ['indexer', false, false],
    ['webhooks', false, false],
  ])(
    '%s: the public listener %p, the graph on the internal one %p, probes always',
    async (roles, isPublic, hasGraph) => {
      const service = await openTestService({ ROLES: roles });
      try {
        expect(service.publicUrl !== null).toBe(isPublic);
        if (service.publicUrl !== null) expect((await fetch(`${service.publicUrl}/v1/anime`)).status).toBe(200);
        for (const path of ['/livez', '/readyz', '/metrics']) {
          expect([path, (await fetch(service.internalUrl + path)).status]).toEqual([path, 200]);
        }
        const graph = await service.ask({ query: '{ __typename }' });
        expect(graph.status).toBe(hasGraph ? 200 : 404);
        const page = await fetch(`${service.internalUrl}/graphql`, { headers: { accept: 'text/html', authorization } });
        expect(page.status).toBe(hasGraph ? 200 : 404);
      } finally {
        await service.end();
      }
    },
    60_000,
  );

  it('need only their own secrets: a process of the graph writes no file when its token is given', async () => {
    const dataDir = '/nonexistent/never-written';
    const service = await openTestService({ ROLES: 'graph', DATA_DIR: dataDir });
    await service.end();
    await expect(access(dataDir)).rejects.toThrow('ENOENT');
  }, 60_000);

  it('rest: a proxy that TRUST_PROXY leaves out is named by /readyz and doctor, in production too', async () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL,
      CURSOR_SECRET: 'c'.repeat(32),
    };
    const service = await openTestService({ ...production, TRUST_PROXY: 'none' });
    try {
      const parts = async () => (await (await fetch(`${service.internalUrl}/readyz`)).json()).parts;
      await fetch(`${service.publicUrl}/v1/anime`);
      expect(await parts()).not.toHaveProperty('proxy');
      await fetch(`${service.publicUrl}/v1/anime`, { headers: { 'x-forwarded-for': '203.0.113.1' } });
      expect(await parts()).toMatchObject({
        proxy: { status: 'warning', detail: expect.stringMatching(/^127\.0\.0\.1/) },
      });
      const { data } = await (await service.ask({ query: '{ diagnostics { name remedy } }' })).json();
      const [{ remedy }] = data.diagnostics.filter(({ name }: { name: string }) => name === 'configuration');
      expect(remedy).toMatch(/127\.0\.0\.1 sends X-Forwarded-For/);
    } finally {
      await service.end();
    }
    const trusting = await openTestService({ TRUST_PROXY: 'loopback' });
    await fetch(`${trusting.publicUrl}/v1/anime`, { headers: { 'x-forwarded-for': '203.0.113.1' } });
    expect((await (await fetch(`${trusting.internalUrl}/readyz`)).json()).parts).not.toHaveProperty('proxy');
    await trusting.end();
  }, 60_000);

  it.each([
    [{}, 'its own'],
    [{ ROLES: 'graph', PUBLIC_URL }, PUBLIC_URL],
    [{ ROLES: 'graph' }, /set PUBLIC_URL to the origin of the process with the role rest, or make the account by/],
    [{ PAGES: 'off' }, /set PAGES to on, here and where the role rest is, or make the account by users create/],
  ] as const)(
    'an invitation with %j leads to a page that is served, or is none and says what to set',
    async (settings, place) => {
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
    },
  );
});
