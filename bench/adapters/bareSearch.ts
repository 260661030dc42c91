import type { Client, estypes } from '@elastic/elasticsearch';
import { searchAlias } from '../../src/search/elasticsearch/searchAlias.ts';

/** Finds out what a first page of 20 asks of the server; the function it gives sends just that and does nothing with the answer. */
export type BareSearch = (q: string) => Promise<() => Promise<void>>;

/** The official client with its defaults, sending the bodies that the adapter sent, ready-made. */
export function bareSearch(client: Client, index: string): BareSearch {
  return async (q) => {
    const bodies: estypes.SearchRequest[] = [];
    const recording = new Proxy(client, {
      get(target, key) {
        if (key !== 'search') return Reflect.get(target, key, target);
        return (body: estypes.SearchRequest) => {
          bodies.push(body);
          return target.search(body);
        };
      },
    });
    await searchAlias({ client: recording, alias: index, deadlineMs: 30_000 }, { q, filters: {}, limit: 20 });
    return async () => {
      for (const body of bodies) await client.search(body);
    };
  };
}
