import { access } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { describeWith } from '../support/describeWith.ts';
import { openTestService, TEST_TOKEN } from '../support/openTestService.ts';

const authorization = `Bearer ${TEST_TOKEN}`;

describeWith(['postgres'], 'ROLES', () => {
  it.each([
    ['rest', true, false],
    ['graph', false, true],
    ['indexer', false, false],
    ['webhooks', false, false],
    ['rest,graph', true, true],
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
});
