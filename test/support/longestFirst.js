import { basename } from 'node:path';
import sequencer from '@jest/test-sequencer';

// Its types are those of its CommonJS module, whose `default` an import gets.
const Sequencer = /** @type {typeof sequencer.default} */ (/** @type {unknown} */ (sequencer));

const PROJECTS = ['chaos', 'integration', 'unit'];

/** The files that take longest, by their names, the longest first. */
const SLOWEST = [
  ...['history', 'cluster', 'productionInstall', 'restores', 'pgbouncer', 'killedWorkers', 'hostileServers'],
  ...['restartedDatabase', 'failover', 'openEmbedded', 'mirror', 'rollingRelease'],
].map((name) => `${name}.chaos`);

/** @param {Parameters<InstanceType<typeof Sequencer>['sort']>[0][number]} test */
function rank({ context, path }) {
  const slow = SLOWEST.indexOf(basename(path, '.test.ts'));
  return slow === -1 ? SLOWEST.length + PROJECTS.indexOf(context.config.displayName?.name ?? '') : slow;
}

/**
 * The order of a run: the slowest files, then the projects whose files run long. On a fresh clone Jest goes by the size of files, and
 * the shortest texts are those of the longest runs (histories, killed workers): one of them alone at the end keeps the other cores idle.
 */
export default class LongestFirst extends Sequencer {
  /**
   * @override
   * @param {Parameters<InstanceType<typeof Sequencer>['sort']>[0]} tests
   */
  async sort(tests) {
    return (await super.sort(tests)).sort((one, other) => rank(one) - rank(other));
  }
}
