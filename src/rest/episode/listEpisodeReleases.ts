import { graphql } from '../../graph/schema/operation.ts';
import { animeFilters, ofAnime } from '../anime/animeParameters.ts';
import { reads } from '../endpoint/access.ts';
import { pageEndpoint } from '../endpoint/pageReading.ts';
import { releaseWindow, releaseWindowSchema, timeWindowParameters } from '../parameters/window.ts';
import { episodeRepresentation } from './episodeRepresentation.ts';

export const listEpisodeReleases = pageEndpoint({
  path: '/v1/episodes/releases',
  operationId: 'ListEpisodeReleases',
  access: reads('anime.read'),
  section: 'Episodes',
  summary: 'List releases',
  description:
    'Source-confirmed episode releases in a window of time, the newest first; by default the last seven UTC dates and today. Episodes imported for the first time can be historical: filter on `releasedAt` before you notify users. Cursors retain the initial default window and the as-of time of the first request; edits can move entries, so deduplicate by `id` and compare `revision` per episode.',
  parameters: {
    ...timeWindowParameters('8 days'),
    animeId: ofAnime,
    format: animeFilters.format,
  },
  page: { unchanged: 'Filters and explicit bounds must be unchanged.' },
  window: {
    schema: releaseWindowSchema,
    initial: (bounds, now) => ({ ...releaseWindow(bounds, now), asOf: now.toISOString() }),
  },
  operation: graphql(`
    query ListEpisodeReleases(
      $from: DateTime!, $to: DateTime!, $asOf: DateTime!, $animeId: UUID, $format: [AnimeFormat!], $first: Int!, $after: String
    ) {
      releases(
        from: $from, to: $to, asOf: $asOf, animeId: $animeId, format: $format, first: $first, after: $after
      ) {
        nodes { id version }
        pageInfo { hasNextPage endCursor }
      }
    }
  `),
  variables: ({ animeId, format }, page, { from, to, asOf }) => ({
    from,
    to,
    asOf,
    animeId: animeId ?? null,
    format: format ?? null,
    ...page,
  }),
  list: ({ releases }) => releases,
  response: { id: 'ReleasePage', description: 'A page of releases with its window.' },
  item: episodeRepresentation,
});
