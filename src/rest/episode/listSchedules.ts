import { graphql } from '../../graph/schema/operation.ts';
import { animeParameters } from '../anime/animeParameters.ts';
import { pageEndpoint } from '../endpoint/pageEndpoint.ts';
import { timeWindowSchema } from '../endpoint/windowSchemas.ts';
import { choiceParameter } from '../parameters/choiceParameter.ts';
import { optionalParameter } from '../parameters/optionalParameter.ts';
import { pageParameters } from '../parameters/pageParameters.ts';
import { timeWindowParameters } from '../parameters/windowParameters.ts';
import { scheduleWindow } from '../windows.ts';
import { episodeFields, episodeResource, episodeSchema } from './episodeResource.ts';

export const listSchedules = pageEndpoint({
  path: '/v1/schedules',
  operationId: 'ListSchedules',
  access: { kind: 'read', scope: 'anime.read' },
  section: 'Episodes',
  summary: 'List schedules',
  description:
    'Scheduled and delayed episodes with a known planned time in a window, the earliest first; by default the next seven days. A planned time never confirms a release: only /v1/episodes/releases does. Cursors retain the initial default window; edits can move entries, so deduplicate by `id` and compare `revision` per episode.',
  parameters: {
    query: {
      ...timeWindowParameters('7 days'),
      animeId: optionalParameter(animeParameters.animeId),
      format: optionalParameter(animeParameters.format),
      status: optionalParameter(
        choiceParameter({ choices: ['scheduled', 'delayed'], description: 'Only episodes of this schedule status.' }),
      ),
      ...pageParameters({ unchanged: 'Filters and explicit bounds must be unchanged.' }),
    },
  },
  window: {
    schema: timeWindowSchema,
    initial: scheduleWindow,
    // Explicit bounds and cursors stand in the URL; the default window begins with every request, and the same episodes in it are
    // the same page.
    versions: () => [],
  },
  document: graphql(
    `
      query ListSchedules(
        $from: DateTime!, $to: DateTime!, $animeId: UUID, $format: AnimeFormat, $status: ScheduleStatus
        $first: Int!, $after: String
      ) {
        schedules(
          from: $from, to: $to, animeId: $animeId, format: $format, status: $status, first: $first, after: $after
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
    query ListSchedulesState(
      $from: DateTime!, $to: DateTime!, $animeId: UUID, $format: AnimeFormat, $status: ScheduleStatus
      $first: Int!, $after: String
    ) {
      schedules(
        from: $from, to: $to, animeId: $animeId, format: $format, status: $status, first: $first, after: $after
      ) {
        pageInfo { hasNextPage }
        tag
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
  state: ({ schedules }) => schedules,
  connection: ({ schedules }) => schedules,
  response: { id: 'SchedulePage', description: 'A page of planned episodes with its window.', item: episodeSchema },
  item: episodeResource,
});
