import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { describeWith } from '../support/describeWith.ts';
import { openTestService } from '../support/openTestService.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const promtool = (commandArguments: readonly string[], input = '') =>
  execFileSync('promtool', commandArguments, { cwd: root, encoding: 'utf8', input, stdio: 'pipe' });

describeWith(['postgres', 'prometheus'], 'the alert rules', () => {
  it('pass promtool with their own tests', () => {
    expect(promtool(['check', 'rules', 'ops/prometheus/alerts.yaml'])).toMatch(/SUCCESS: \d+ rules found/);
    expect(promtool(['test', 'rules', 'ops/prometheus/alerts.test.yaml'])).toContain('SUCCESS');
  });

  it('read metrics that promtool has nothing against', async () => {
    const service = await openTestService();
    const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
    await service.end();
    expect(lint(metrics)).toEqual([]);
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
