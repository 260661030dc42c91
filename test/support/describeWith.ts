import { beforeAll, describe, test } from '@jest/globals';
import { missingRequirements, type Requirement, requirements } from './requirements.ts';
import { isShared, sharedServer } from './sharedServer.ts';

/** A machine's first start of Elasticsearch fetches its jars. */
const startMilliseconds = 300_000;

/**
 * A suite that needs real servers; the shared ones are up before its own hooks run. Where one cannot be had the suite is left out,
 * and the run's end says so; with REQUIRE_ALL_SERVERS=1 it fails instead.
 */
export function describeWith(needed: readonly Requirement[], name: string, body: () => void): void {
  const missing = missingRequirements(needed);
  if (missing.length === 0) {
    describe(name, () => {
      beforeAll(async () => {
        await Promise.all(needed.filter(isShared).map(sharedServer));
      }, startMilliseconds);
      body();
    });
    return;
  }
  const demanded = process.env.REQUIRE_ALL_SERVERS === '1' ? missing.filter((it) => requirements[it].installable) : [];
  if (demanded.length === 0) {
    // Names are all that a Jest reporter learns of a suite (closingReporter.ts).
    describe.skip(`${name} [left out without ${missing.join(', ')}]`, body);
    return;
  }
  describe(name, () => {
    test.each(demanded)('has the %s that it needs', (requirement) => {
      const { label, remedy } = requirements[requirement];
      throw new Error(`${label} is missing: ${remedy}`);
    });
  });
}
