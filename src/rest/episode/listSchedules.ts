import { graphql } from '../../graph/schema/operation.ts';
import { animeFilters, ofAnime } from '../anime/animeParameters.ts';
import { reads } from '../endpoint/access.ts';
import { pageEndpoint } from '../endpoint/pageReading.ts';
import { choicesParameter } from '../parameters/lists.ts';
import { optional } from '../parameters/parameter.ts';
import { scheduleWindow, timeWindowParameters, timeWindowSchema } from '../parameters/window.ts';
import { episodeRepresentation } from './episodeRepresentation.ts';

export const listSchedules = pageEndpoint({
  path: '/v1/schedules',
  operationId: 'ListSchedules',
  access: reads('anime.read'),
  section: 'Episodes',
  summary: 'List schedules',
  description:
    'Scheduled and delayed episodes with a known planned time in a window, the earliest first; by default the next seven days, from the minute of the request. A planned time never confirms a release: only /v1/episodes/releases does. Cursors retain the initial default window; edits can move entries, so deduplicate by `id` and compare `revision` per episode.',
  parameters: {
    ...timeWindowParameters('7 days'),
    animeId: ofAnime,
    format: animeFilters.format,
    status: optional(
      choicesParameter({ choices: ['scheduled', 'delayed'], description: 'Only episodes of these schedule statuses.' }),
    ),
  },
  page: { unchanged: 'Filters and explicit bounds must be unchanged.' },
  window: {
    schema: timeWindowSchema,
    initial: scheduleWindow,
  },
  operation: graphql(`
    query ListSchedules(
      $from: DateTime!, $to: DateTime!, $animeId: UUID, $format: [AnimeFormat!], $status: [ScheduleStatus!]
      $first: Int!, $after: String
    ) {
      schedules(
        from: $from, to: $to, animeId: $animeId, format: $format, status: $status, first: $first, after: $after
      ) {
        nodes { id version }
        pageInfo { hasNextPage endCursor }
      }
    }
  `),
  variables: ({ animeId, format, status }, page, { from, to }) => ({
    from,
    to,
    animeId: animeId ?? null,
    format: format ?? null,
    status: status ?? null,
    ...page,
  }),
  list: ({ schedules }) => schedules,
  response: { id: 'SchedulePage', description: 'A page of planned episodes with its window.' },
  item: episodeRepresentation,
});
