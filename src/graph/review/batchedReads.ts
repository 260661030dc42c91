import DataLoader from 'dataloader';
import { type DraftReads, draftReads } from '../import/draft/loadDraft.ts';
import { identityKey } from '../import/identity.ts';
import { keyOf } from '../import/record.ts';
import type { LoaderSources } from '../reading/loaders.ts';

/**
 * The reads of all drafts that one request loads concurrently, one per proposal of a list, each kind in one statement.
 */
export function batchedReads({ database }: LoaderSources): DraftReads {
  const reads = () => draftReads(database.client);
  let sources: ReturnType<DraftReads['sources']> | undefined;
  return {
    sources: () => {
      sources ??= reads().sources();
      return sources;
    },
    matches: batched(async (asked) => {
      const found = await reads().matches({
        keys: asked.flatMap(({ keys }) => keys),
        identities: asked.flatMap(({ identities }) => identities),
      });
      return ({ keys, identities }) => {
        const hasKey = oneOf(keys, keyOf);
        return {
          records: found.records.filter(({ record }) => hasKey(record)),
          identities: found.identities.filter(oneOf(identities, identityKey)),
          proposals: found.proposals.filter(({ record }) => hasKey(record)),
        };
      };
    }),
    stating: batched(async (asked) => {
      const found = await reads().stating(asked.flat());
      return (identities) => found.filter(oneOf(identities, identityKey));
    }),
    anime: batched(async (asked) => {
      const found = await reads().anime([...new Set(asked.flat())]);
      return (ids) => found.filter(({ id }) => ids.includes(id));
    }),
    episodes: batched(async (asked) => {
      const found = await reads().episodes({
        ids: asked.flatMap(({ ids }) => ids),
        slots: asked.flatMap(({ slots }) => slots),
      });
      return ({ ids, slots }) => {
        const isAt = oneOf(slots, ({ animeId, number }) => `${animeId} ${number}`);
        return found.filter(({ id, stored }) => ids.includes(id) || isAt(stored));
      };
    }),
  };
}

/** Batches the calls of one turn of the event loop into one read, which returns the result of each. */
function batched<Asked, Answer>(read: (asked: readonly Asked[]) => Promise<(asked: Asked) => Answer>) {
  const loader = new DataLoader<Asked, Answer>(async (asked) => asked.map(await read(asked)), { cache: false });
  return (asked: Asked) => loader.load(asked);
}

function oneOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): (item: Item) => boolean {
  const keys = new Set(items.map(keyOf));
  return (item) => keys.has(keyOf(item));
}
