import { setTimeout as sleep } from 'node:timers/promises';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { connect, type GraphClient } from '../client/graphClient.ts';
import { asking, type Noun, working } from '../command/row.ts';
import { CommandFailure } from '../failures.ts';
import { formatCount } from '../terminal/formatNumbers.ts';
import { printNote } from '../terminal/output.ts';

const readStatus = graphql(`
  query ReadSearchStatus {
    searchStatus {
      engine state index documents builtAt lagSeconds
      rebuild { done total }
      rebuildWanted rebuildDone lastError
    }
  }
`);

const reindexSearch = graphql(`
  mutation ReindexSearch { reindexSearch { number } }
`);

type Status = ResultOf<typeof readStatus>['searchStatus'];

/** Interval between two polls of a rebuild. */
const POLL_MS = 250;

/** A rebuild without progress for this long is no longer waited for; the indexer finishes it in the background. */
const PATIENCE_MS = 10_000;

/** `catalog search …` */
export const search: Noun = {
  name: 'search',
  about: 'Manage the search index',
  commands: [
    asking({
      name: 'status',
      about: 'Show the state of the index and how far it is behind',
      example: '',
      operation: readStatus,
      variables: () => ({}),
      answer: ({ searchStatus }) => {
        if (searchStatus.state === 'unreachable') process.exitCode = 1;
        return { json: searchStatus, text: describe(searchStatus) };
      },
    }),
    working({
      name: 'reindex',
      about: 'Build a new index beside the serving one, and wait for it',
      example: '',
      async run() {
        const client = await connect();
        const begun = Date.now();
        const { reindexSearch: wanted } = await client.run(reindexSearch, {});
        const status = await untilDone(client, wanted.number);
        const seconds = (Date.now() - begun) / 1000;
        const text = `${status.index} answers: ${formatCount(status.documents)} anime, ${seconds.toFixed(1)} s.`;
        return { json: { ...status, seconds }, text };
      },
    }),
  ],
};

/** The indexer retries by itself; this prints the reason of the delay. */
async function untilDone(client: GraphClient, number: number): Promise<Status> {
  let printed: string | null = null;
  let sign = '';
  let heard = Date.now();
  for (;;) {
    const { searchStatus } = await client.run(readStatus, {});
    const { state, rebuild, index } = searchStatus;
    const news = JSON.stringify([state, rebuild, index]);
    if (news !== sign || (rebuild !== null && state !== 'unreachable')) {
      sign = news;
      heard = Date.now();
    }
    if (searchStatus.state === 'off')
      throw new CommandFailure('search_unavailable', 'search is off: SEARCH=on turns it on');
    if (searchStatus.rebuildDone >= number) return searchStatus;
    if (searchStatus.lastError !== null && searchStatus.lastError !== printed) {
      printed = searchStatus.lastError;
      await printNote(`waiting: ${printed}`);
    }
    if (Date.now() - heard > PATIENCE_MS) {
      const why =
        searchStatus.lastError ??
        (state === 'unreachable' ? 'the engine does not answer' : 'no process with the role indexer runs');
      throw new CommandFailure('search_unavailable', `the rebuild is requested, but cannot start now: ${why}`);
    }
    await sleep(POLL_MS);
  }
}

function describe(status: Status): string {
  const { engine, state } = status;
  if (engine === null) return 'Search is off.';
  return [
    `${engine}: ${state}`,
    ...(status.index === null
      ? []
      : [`index    ${status.index}, ${formatCount(status.documents)} anime, built ${status.builtAt}`]),
    ...(status.lagSeconds === null ? [] : [`behind   ${status.lagSeconds.toFixed(1)} s`]),
    ...(status.rebuild === null ? [] : [`rebuild  ${status.rebuild.done} of ${status.rebuild.total}`]),
    ...(status.lastError === null ? [] : [`error    ${status.lastError}`]),
  ].join('\n');
}
