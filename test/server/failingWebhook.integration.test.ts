import { expect, test } from '@jest/globals';
import pg from 'pg';
import { targetOf } from '../../src/graph/webhook/receiverUrl.ts';
import { askGraph, importRecords, subscribeAt } from '../support/askGraph.ts';
import { createTestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { newAnime } from '../support/newAnime.ts';
import { startCatalog } from '../support/startCatalog.ts';
import { createAuthority } from '../support/tls/certificates.ts';
import { startReceiver } from '../support/tls/startReceiver.ts';
import { until } from '../support/until.ts';

interface State {
  readonly status: string;
  readonly disabledReason: string | null;
}

describeWith(['postgres', 'openssl'], 'a webhook that has only failed for five days', () => {
  test('is disabled by the service, with a reason that its owner reads; enabling begins anew', async () => {
    const authority = await createAuthority();
    const receiver = await startReceiver(await authority.issue(['localhost']), (_request, response) =>
      response.writeHead(404).end(),
    );
    const target = targetOf('localhost', receiver.port);
    const database = await createTestDatabase();
    const service = await startCatalog({
      ...{ DATABASE_URL: database.url, ROLES: 'graph,webhooks', SEARCH: 'off' },
      ...{ NODE_EXTRA_CA_CERTS: authority.file, WEBHOOK_ALLOW_TARGETS: target },
    });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const [{ id } = { id: '' }] = await subscribeAt(service, [`https://${target}/hook`]);
      const { rows } = await client.query<{ application_id: string }>('SELECT application_id FROM subscription');
      const variables = { applicationId: rows[0]?.application_id, id };
      const state = async () => {
        const query = `query ($applicationId: UUID!, $id: UUID!) {
          webhook(applicationId: $applicationId, id: $id) { status disabledReason }
        }`;
        return (await askGraph<{ webhook: State }>(service, query, variables)).webhook;
      };
      const failed = async (count: number) =>
        until(
          async () => (await client.query(`SELECT FROM delivery WHERE status = 'failed'`)).rowCount === count,
          20_000,
        );
      await importRecords(service, newAnime(1, 9));
      await failed(9);
      await client.query(`UPDATE subscription SET failing_since = now() - interval '5 days'`);
      expect(await state()).toEqual({ status: 'ENABLED', disabledReason: null });
      await importRecords(service, newAnime(10, 1));
      await until(async () => (await state()).status === 'DISABLED', 20_000);
      expect((await state()).disabledReason).toBe('Every delivery of the last five days failed, at least ten of them.');
      await until(() => service.output().includes('a webhook that only failed was disabled'));

      const enable = 'mutation ($input: WebhookInput!) { enableWebhook(input: $input) { webhook { id } } }';
      await askGraph(service, enable, { input: { id } });
      await importRecords(service, newAnime(11, 1));
      await failed(11);
      expect(await state()).toEqual({ status: 'ENABLED', disabledReason: null });
    } finally {
      await client.end();
      await service.stop();
      await database.drop();
      await receiver.close();
      await authority.remove();
    }
  }, 120_000);
});
