import { type ChangeConnection, type ChangeRequest, changeHorizon, readChanges } from '../reading/changeList.ts';
import { Bindings } from '../reading/keysetList.ts';
import type { Loaders } from '../reading/loaders.ts';
import type { WantedNodes } from '../reading/selection.ts';
import { type EpisodeEntity, episodeSource } from './episodeEntity.ts';
import type { EpisodeListContext } from './episodeLists.ts';

/** One page of the episodes that changed, by their change versions. @throws CatalogError */
export function listEpisodeChanges(
  { database, loaders }: EpisodeListContext & { readonly loaders: Loaders },
  request: ChangeRequest,
  wanted: WantedNodes,
): Promise<ChangeConnection<EpisodeEntity>> {
  const list = { from: 'episode e', alias: 'e', conditions: [], bindings: new Bindings(), kind: 'episode.changed' };
  return readChanges(database, loaders.of(changeHorizon), episodeSource, list, request, wanted);
}
