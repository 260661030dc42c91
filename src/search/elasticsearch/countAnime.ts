import type { Client } from '@elastic/elasticsearch';
import type { RequestLimits } from './openClient.ts';
import { orUnavailable } from './unavailable.ts';

/** How many anime an index holds and finds; tombstones have no format. */
export async function countAnime(client: Client, index: string, limits: RequestLimits = {}): Promise<number> {
  const { count } = await orUnavailable(`counting ${index}`, () =>
    client.count({ index, query: { exists: { field: 'format' } } }, { ...limits }),
  );
  return count;
}
