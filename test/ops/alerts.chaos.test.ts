import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { describeWith } from '../support/describeWith.ts';
import { freePort } from '../support/freePort.ts';
import { openTestCatalog, type TestCatalog } from '../support/openTestCatalog.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { type Prometheus, startPrometheus } from '../support/startPrometheus.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcpProxy.ts';
import { until } from '../support/until.ts';
import { subscribe, testWebhookPorts } from '../support/webhooks.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const promtool = (commandArguments: readonly string[], input = '') =>
  execFileSync('promtool', commandArguments, { cwd: root, encoding: 'utf8', input, stdio: 'pipe' });

const RECEIVER = 'https://receiver.example.org/hook';

describeWith(['postgres', 'prometheus'], 'the alert rules', () => {
  let catalog: TestCatalog;
  let network: TcpProxy;
  let editor: pg.Client;
  let prometheus: Prometheus;
  const services: CatalogService[] = [];

  beforeAll(async () => {
    catalog = await openTestCatalog();
    const { hostname, port } = new URL(catalog.url);
    network = await openTcpProxy({ host: hostname, port: Number(port) });
    editor = new pg.Client(catalog.url);
    await editor.connect();
  }, 60_000);
  afterAll(async () => {
    await prometheus?.stop();
    await Promise.all(services.map((service) => service.stop()));
    await editor?.end();
    await network?.cut();
    await catalog?.close();
  }, 60_000);

  it('pass promtool with their own tests', () => {
    expect(promtool(['check', 'rules', 'ops/prometheus/alerts.yaml'])).toMatch(/SUCCESS: \d+ rules found/);
    expect(promtool(['test', 'rules', 'ops/prometheus/alerts.test.yaml'])).toContain('SUCCESS');
  });

  it('fire in Prometheus: an old queue, no indexer, an unready replica, errors of the database, no pruning', async () => {
    // A delivery that nobody may take, and deletions that always fail.
    await subscribe(catalog, testWebhookPorts([]), [RECEIVER]);
    await editor.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no deletion'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON delivery FOR EACH STATEMENT EXECUTE FUNCTION refuse();
      INSERT INTO delivery (id, subscription_id, event_id, payload, kind, next_attempt_at)
      SELECT gen_random_uuid(), id, gen_random_uuid(), '{}', 'ping', now() FROM subscription;
      UPDATE webhook_queue SET due_at = now() - interval '10 minutes'`);
    await editor.query('BEGIN');
    await editor.query('SELECT FROM webhook_queue FOR UPDATE');
    const throughNetwork = new URL(catalog.url);
    throughNetwork.hostname = '127.0.0.1';
    throughNetwork.port = String(network.port);
    const reader = await startCatalog({
      DATABASE_URL: throughNetwork.href,
      ROLES: 'rest,graph',
      ELASTICSEARCH_URL: `http://127.0.0.1:${await freePort()}`,
    });
    services.push(reader);
    const sender = await startCatalog({ DATABASE_URL: catalog.url, ROLES: 'webhooks' });
    services.push(sender);
    for (const { internalUrl } of services) {
      const metrics = await (await fetch(`${internalUrl}/metrics`)).text();
      // It complains of nothing but names of Node's own metrics.
      const complaints = lint(metrics).filter((line) => !/^(nodejs|process)_/.test(line));
      expect(complaints).toEqual([]);
    }
    const targets = services.map(({ internalUrl }) => internalUrl);
    prometheus = await startPrometheus({ targets, secondsPerMinute: 1 });
    await until(async () => (await prometheus.scrapeErrors()).length === 0);
    expect([...(await prometheus.fired())]).not.toContain('AnimeCatalogUnready');
    await network.cut();
    const wanted = [
      'AnimeCatalogQueueOld',
      'AnimeCatalogNoIndexer',
      'AnimeCatalogUnready',
      'AnimeCatalogDatabaseErrors',
      'AnimeCatalogPruningStopped',
    ];
    await until(async () => {
      const fired = await prometheus.fired();
      return wanted.every((name) => fired.has(name));
    }, 120_000);
    expect([...(await prometheus.fired())]).not.toContain('AnimeCatalogDown');
  }, 300_000);
});

/** What promtool has against a scrape; it ends with 3 where there is anything. */
function lint(metrics: string): string[] {
  try {
    return promtool(['check', 'metrics'], metrics).split('\n').filter(Boolean);
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `${stdout}\n${stderr}`.split('\n').filter(Boolean);
  }
}
