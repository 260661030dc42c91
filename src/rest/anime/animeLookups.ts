import { graphql } from '../../graph/schema/operation.ts';
import { lookupReading } from '../endpoint/lookupReading.ts';
import { externalIdsParameter, externalIdText, uuidsParameter } from '../parameters/lists.ts';
import { animeRepresentation } from './animeRepresentation.ts';

const byIds = lookupReading({
  chosenBy: 'ids',
  ids: uuidsParameter({
    description:
      'A lookup: the anime with these identifiers, each once, in the order requested; a merged one is answered by its survivor. Without any other parameter but `fields` and `include`.',
  }),
  operation: graphql(`
    query LookUpAnime($ids: [UUID!]!) {
      animeLookup(ids: $ids) { nodes { id version } missing }
    }
  `),
  variables: (ids) => ({ ids: [...ids] }),
  lookup: ({ animeLookup }) => animeLookup,
  textOf: (id) => id,
  item: animeRepresentation,
});

const byExternalIds = lookupReading({
  chosenBy: 'externalId',
  ids: externalIdsParameter({
    description:
      'A lookup: the anime with these ids at other sites, such as `mal:16498,anilist:1535` (mal, anilist, anidb, bangumi, kitsu, tmdb and whichever others sources state), each once, in the order requested. Some sites, tmdb among them, have one id for several anime: all are answered. Without any other parameter but `fields` and `include`.',
  }),
  operation: graphql(`
    query LookUpAnimeByExternalIds($ids: [ExternalIdInput!]!) {
      animeByExternalIds(ids: $ids) { nodes { id version } missing }
    }
  `),
  variables: (ids) => ({ ids: [...ids] }),
  lookup: ({ animeByExternalIds }) => animeByExternalIds,
  textOf: externalIdText,
  item: animeRepresentation,
});

/** Anime by canonical ids, and by ids at other sites. */
export const animeLookups = [byIds, byExternalIds] as const;
