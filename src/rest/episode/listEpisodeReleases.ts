import { graphql } from '../../graph/schema/operation.ts';
import { animeParameters } from '../anime/animeParameters.ts';
import { pageEndpoint } from '../endpoint/pageEndpoint.ts';
import { releaseWindowSchema } from '../endpoint/windowSchemas.ts';
import { optionalParameter } from '../parameters/optionalParameter.ts';
import { pageParameters } from '../parameters/pageParameters.ts';
import { timeWindowParameters } from '../parameters/windowParameters.ts';
import { releaseWindow } from '../windows.ts';
import { episodeFields, episodeResource, episodeSchema } from './episodeResource.ts';

export const listEpisodeReleases = pageEndpoint({
  path: '/v1/episodes/releases',
  operationId: 'ListEpisodeReleases',
  access: { kind: 'read', scope: 'anime.read' },
  section: 'Episodes',
  summary: 'List releases',
  description:
    'Source-confirmed episode releases in a window of time, the newest first; by default the last seven UTC dates and today. Episodes imported for the first time can be historical: filter on `releasedAt` before you notify users. Cursors retain the initial default window and the as-of time of the first request; edits can move entries, so deduplicate by `id` and compare `revision` per episode.',
  parameters: {
    query: {
      ...timeWindowParameters('8 days'),
      animeId: optionalParameter(animeParameters.animeId),
      format: optionalParameter(animeParameters.format),
      ...pageParameters({ unchanged: 'Filters and explicit bounds must be unchanged.' }),
    },
  },
  window: {
    schema: releaseWindowSchema,
    initial: (bounds, now) => ({ ...releaseWindow(bounds, now), asOf: now.toISOString() }),
    // Not asOf: the same releases at a later instant are the same page.
    versions: ({ from, to }) => [from, to],
  },
  document: graphql(
    `
      query ListEpisodeReleases(
        $from: DateTime!, $to: DateTime!, $asOf: DateTime!, $animeId: UUID, $format: AnimeFormat, $first: Int!, $after: String
      ) {
        releases(
          from: $from, to: $to, asOf: $asOf, animeId: $animeId, format: $format, first: $first, after: $after
        ) {
          nodes { ...EpisodeFields }
          pageInfo { hasNextPage endCursor }
          tag
        }
      }
    `,
    [episodeFields],
  ),
  stateDocument: graphql(`
    query ListEpisodeReleasesState(
      $from: DateTime!, $to: DateTime!, $asOf: DateTime!, $animeId: UUID, $format: AnimeFormat, $first: Int!, $after: String
    ) {
      releases(
        from: $from, to: $to, asOf: $asOf, animeId: $animeId, format: $format, first: $first, after: $after
      ) {
        pageInfo { hasNextPage }
        tag
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
  state: ({ releases }) => releases,
  connection: ({ releases }) => releases,
  response: { id: 'ReleasePage', description: 'A page of releases with its window.', item: episodeSchema },
  item: episodeResource,
});
