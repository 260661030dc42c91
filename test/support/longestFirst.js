import sequencer from '@jest/test-sequencer';

// Its types are those of its CommonJS module, whose `default` an import gets.
const Sequencer = /** @type {typeof sequencer.default} */ (/** @type {unknown} */ (sequencer));

const PROJECTS = ['chaos', 'integration', 'unit'];

/** @param {Parameters<InstanceType<typeof Sequencer>['sort']>[0][number]} test */
function rank({ context }) {
  return PROJECTS.indexOf(context.config.displayName?.name ?? '');
}

/**
 * The order of a run: the projects whose files run long first. On a fresh clone Jest goes by the size of files, and the shortest texts
 * are those of the longest runs (histories, killed workers): one of them alone at the end keeps the other cores idle.
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
