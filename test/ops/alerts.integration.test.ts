import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { describeWith } from '../support/describeWith.ts';
import { countEverything } from '../telemetry/countEverything.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const promtool = (commandArguments: readonly string[], input = '') =>
  execFileSync('promtool', commandArguments, { cwd: root, encoding: 'utf8', input, stdio: 'pipe' });

describeWith(['prometheus'], 'the alert rules', () => {
  it('pass promtool with their own tests', () => {
    expect(promtool(['check', 'rules', 'ops/prometheus/alerts.yaml'])).toMatch(/SUCCESS: \d+ rules found/);
    expect(promtool(['test', 'rules', 'ops/prometheus/alerts.test.yaml'])).toContain('SUCCESS');
  });

  it('read metrics that promtool has nothing against', async () => {
    const metrics = createMetrics();
    countEverything(metrics);
    expect(lint(await metrics.text())).toEqual([]);
  });
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
