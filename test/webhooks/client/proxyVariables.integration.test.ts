import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { targetOf } from '../../../src/graph/webhook/receiverUrl.ts';
import { importRecords, subscribeAt } from '../../support/askGraph.ts';
import { createTestDatabase } from '../../support/createTestDatabase.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { startCatalog } from '../../support/startCatalog.ts';
import { createAuthority } from '../../support/tls/certificates.ts';
import { startReceiver } from '../../support/tls/startReceiver.ts';
import { until } from '../../support/until.ts';

describeWith(['postgres', 'openssl'], 'variables that name a proxy', () => {
  test(`are not heeded by a service that starts with them (Node ${process.versions.node})`, async () => {
    let connections = 0;
    const proxy = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];
    const authority = await createAuthority();
    const receiver = await startReceiver(await authority.issue(['localhost']));
    const target = targetOf('localhost', receiver.port);
    const database = await createTestDatabase();
    const service = await startCatalog({
      ...Object.fromEntries(names.map((name) => [name, url])),
      ...{ NODE_USE_ENV_PROXY: '1', NO_PROXY: '', no_proxy: '' },
      ...{ DATABASE_URL: database.url, ROLES: 'graph,webhooks', SEARCH: 'off' },
      ...{ NODE_EXTRA_CA_CERTS: authority.file, WEBHOOK_ALLOW_TARGETS: target },
    });
    try {
      await subscribeAt(service, [`https://${target}/hook`]);
      await importRecords(service, newAnime(1, 3));
      await until(() => receiver.received.length === 3, 20_000);
      expect(connections).toBe(0);
    } finally {
      await service.stop();
      await database.drop();
      await receiver.close();
      await authority.remove();
      proxy.close();
    }
  }, 120_000);
});
