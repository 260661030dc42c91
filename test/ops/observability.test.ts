import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { headingAnchors } from '../support/headingAnchors.ts';
import { countEverything } from '../telemetry/countEverything.ts';
import { seriesOf } from '../telemetry/series.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(root + path, 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}
interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
  readonly templating: { readonly list: readonly { readonly query: string | { readonly query: string } }[] };
}

const { groups } = parse(read('ops/prometheus/alerts.yaml')) as { groups: readonly { rules: readonly Rule[] }[] };
const alerts = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('ops/grafana/dashboard.json')) as Dashboard;

/** Series of a process that has used everything, by metric, as the values of each label. */
async function knownLabels(): Promise<Map<string, Map<string, Set<string>>>> {
  const metrics = createMetrics();
  countEverything(metrics);
  const known = new Map<string, Map<string, Set<string>>>();
  for (const series of seriesOf(await metrics.text())) {
    const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? [];
    const ofName = known.get(name) ?? new Map<string, Set<string>>();
    known.set(name, ofName);
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      ofName.set(label, (ofName.get(label) ?? new Set()).add(value));
    }
  }
  return known;
}

test('every metric, label and value that alerts and dashboard name is one of the service', async () => {
  const known = await knownLabels();
  const queries = dashboard.templating.list.map(({ query }) => (typeof query === 'string' ? query : query.query));
  const expressions = [
    ...alerts.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...queries,
  ];
  const faults: string[] = [];
  for (const expression of expressions) {
    const named = expression.matchAll(/\b((?:anime_catalog|nodejs|process)_\w+)(?:\{([^}]*)\})?/g);
    for (const [, name = '', labels = ''] of named) {
      const ofName = known.get(name);
      if (ofName === undefined) faults.push(`${name} does not exist`);
      for (const [, label = '', , value = ''] of labels.matchAll(/(\w+)(!?=~?)"([^"]*)"/g)) {
        if (label === 'instance') continue;
        const wrong = value.split('|').filter((each) => ofName?.get(label)?.has(each) !== true);
        if (wrong.length > 0) faults.push(`${name} has no ${label} ${wrong.join()}`);
      }
    }
  }
  expect(faults).toEqual([]);
  expect(expressions.length).toBeGreaterThan(30);
});

test('the dashboard shows every metric of the service that is no detail of another', async () => {
  const shown = JSON.stringify(dashboard) + JSON.stringify(alerts);
  const families = new Set([...(await knownLabels()).keys()].map((name) => name.replace(/_(bucket|sum|count)$/, '')));
  const hidden = [...families].filter((name) => name.startsWith('anime_catalog_') && !shown.includes(name));
  expect(hidden.toSorted()).toEqual([
    'anime_catalog_import_batch_duration_seconds',
    'anime_catalog_representation_cache_entries',
    'anime_catalog_retention_oldest_timestamp_seconds',
    'anime_catalog_search_index_fill_seconds',
    'anime_catalog_search_index_memory_bytes',
    'anime_catalog_webhook_attempt_duration_seconds',
  ]);
});

test('every alert has a severity and its heading in the runbook, and the runbook none beside them', () => {
  const page = read('docs/operations.md');
  const anchors = headingAnchors(page);
  for (const { alert, labels, annotations } of alerts) {
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(annotations.runbook_url).toBe(`docs/operations.md#${alert.toLowerCase()}`);
    expect([alert, anchors.has(alert.toLowerCase())]).toEqual([alert, true]);
  }
  const told = [...page.matchAll(/^### (AnimeCatalog\w+)$/gm)].map(([, name = '']) => name);
  expect(told.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
  const tried = read('ops/prometheus/alerts.test.yaml');
  const fired = alerts.filter(({ alert }) => tried.includes(`alertname="${alert}"`));
  expect(fired).toEqual(alerts);
});
