import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { findProgram } from './findProgram.ts';
import { freePort } from './freePort.ts';
import { startTiedProcess } from './tiedProcess.ts';
import { waitUntilReady } from './waitUntilReady.ts';

export interface Prometheus {
  /** Names of the alerts that were firing at any time so far. */
  fired(): Promise<ReadonlySet<string>>;
  /** How many series it has of a metric now. */
  samples(selector: string): Promise<number>;
  /** Errors of its targets' last scrapes. */
  scrapeErrors(): Promise<string[]>;
  stop(): Promise<void>;
}

interface PrometheusOptions {
  /** The processes' internal listeners, as origins. */
  readonly targets: readonly string[];
  /** What a minute of the rules' `for` and ranges is made: 60 would be the rules as they are. */
  readonly secondsPerMinute: number;
}

/** Prometheus over a copy of the alert rules that waits for less long. */
export async function startPrometheus({ targets, secondsPerMinute }: PrometheusOptions): Promise<Prometheus> {
  const program = findProgram('prometheus');
  if (program === undefined) throw new Error('Prometheus is not installed');
  const directory = await mkdtemp(join(tmpdir(), 'catalog-prometheus-'));
  const rules = await readFile(new URL('../../ops/prometheus/alerts.yaml', import.meta.url), 'utf8');
  const hastened = rules.replace(
    /(for: |\[)(\d+)m/g,
    (_all, before, minutes) => `${before}${minutes * secondsPerMinute}s`,
  );
  await writeFile(join(directory, 'alerts.yaml'), hastened);
  const hosts = targets.map((target) => new URL(target).host);
  const configuration = {
    global: { scrape_interval: '500ms', scrape_timeout: '500ms', evaluation_interval: '500ms' },
    rule_files: ['alerts.yaml'],
    scrape_configs: [{ job_name: 'anime-catalog', static_configs: [{ targets: hosts }] }],
  };
  await writeFile(join(directory, 'prometheus.yml'), stringify(configuration));
  const address = `127.0.0.1:${await freePort()}`;
  const server = await startTiedProcess(
    program,
    [
      '--config.file=prometheus.yml',
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=warn',
    ],
    { directory },
  );
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(`http://${address}${path}`);
    const { status, data } = (await response.json()) as { status: string; data: unknown };
    if (status !== 'success') throw new Error(`Prometheus answers ${path} with ${response.status}`);
    return data;
  };
  await waitUntilReady(server, 'Prometheus', async () => {
    if (!(await fetch(`http://${address}/-/ready`)).ok) throw new Error('not ready');
  });
  const query = async (text: string) =>
    (await ask(`/api/v1/query?query=${encodeURIComponent(text)}`)) as {
      readonly result: readonly { readonly metric: Readonly<Record<string, string>> }[];
    };
  return {
    async fired() {
      const { result } = await query('count by (alertname) (max_over_time(ALERTS{alertstate="firing"}[1h]))');
      return new Set(result.flatMap(({ metric }) => metric.alertname ?? []));
    },
    samples: async (selector) => (await query(selector)).result.length,
    async scrapeErrors() {
      const { activeTargets } = (await ask('/api/v1/targets?state=active')) as {
        activeTargets: readonly { health: string; lastError: string }[];
      };
      return activeTargets.filter(({ health }) => health !== 'up').map(({ lastError }) => lastError);
    },
    stop: server.stop,
  };
}
