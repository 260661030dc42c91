import { z } from 'zod';
import { callerOf } from '../../graph/caller/quotaSubject.ts';
import { eventKinds } from '../../graph/model/eventKinds.ts';
import { LARGEST_PAGE, STANDARD_PAGE } from '../../graph/model/limits.ts';
import { EVENT_KINDS, type EventKind } from '../../graph/model/vocabulary.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { animeSchema } from '../anime/animeResource.ts';
import { reads } from '../endpoint/access.ts';
import { type Endpoint, readFacts } from '../endpoint/endpoint.ts';
import { episodeSchema } from '../episode/episodeResource.ts';
import { matchesAny, matchesEntityTag } from '../http/entityTags.ts';
import { integerParameter } from '../parameters/kinds.ts';
import { choicesParameter } from '../parameters/lists.ts';
import { optional, withDefault } from '../parameters/parameter.ts';
import { OperationParameters } from '../parameters/read.ts';
import { idSchema, instantSchema } from '../resource/fieldSchemas.ts';

const facts = {
  id: idSchema.meta({ description: 'Stable across attempts: receivers deduplicate on it, durably.' }),
  apiVersion: z.literal('v1'),
  occurredAt: instantSchema.meta({ description: 'When it was published.' }),
};

const animeEvent = z
  .object({ ...facts, kind: kindsOf('anime'), data: animeSchema })
  .meta({ id: 'AnimeEvent', description: 'An anime was published or changed; `data` is the anime as GET serves it.' });

const episodeEvent = z.object({ ...facts, kind: kindsOf('episode'), data: episodeSchema }).meta({
  id: 'EpisodeEvent',
  description: 'An episode was released or changed; `data` is the episode as GET serves it.',
});

const pingData = z.object({ id: idSchema }).meta({ id: 'PingData', description: 'The webhook.' });

const ping = z
  .object({ ...facts, kind: z.literal('ping'), data: pingData })
  .meta({ id: 'Ping', description: 'A test message; `data` names the webhook.' });

/** An event as it was published. */
const eventSchema = z.union([animeEvent, episodeEvent]);

/** The signed body of a delivery. */
export const envelopeSchema = z.union([animeEvent, episodeEvent, ping]);

function kindsOf(entity: (typeof eventKinds)[EventKind]['entity']) {
  return z.enum(EVENT_KINDS.filter((kind) => eventKinds[kind].entity === entity));
}

const positionSchema = z.int().min(0).meta({ format: 'int64' });

const loggedEventSchema = z
  .object({
    position: positionSchema.meta({ description: 'Its place in the log: from 1, without gaps, in commit order.' }),
    event: eventSchema,
    ended: z.array(idSchema).meta({
      description:
        'Identifiers of anime or episodes that became `event.data` with it: remove them from a copy. An event of such an identifier that follows brings it back.',
    }),
  })
  .meta({ id: 'LoggedEvent', description: 'An event, as webhooks are sent it, and its place in the log.' });

const pageSchema = z
  .object({
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'The position after which the next page begins; null when there is no further page.' }),
    position: positionSchema.meta({
      description:
        'How far this page reads, from which `after` continues, now or later: the position of its last event or, on the last page, of the newest event of all.',
    }),
  })
  .meta({ id: 'EventPageInfo', description: 'Where this page lies in the log.' });

/** What the log answers. */
const eventPageSchema = z.object({ items: z.array(loggedEventSchema), page: pageSchema }).meta({
  id: 'EventPage',
  description: 'A stretch of the event log.',
});

const path = '/v1/events';

/** Seconds: less than servers and proxies give a silent connection. */
const LONGEST_WAIT = 30;

const shape = {
  after: withDefault(
    integerParameter({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        '`page.position` of an earlier page, or its `page.nextCursor`: the events that follow are answered. 0 is before the first event of all, which may be gone.',
    }),
    0,
  ),
  kinds: optional(choicesParameter({ choices: EVENT_KINDS, description: 'Only events of these kinds.' })),
  limit: withDefault(
    integerParameter({
      minimum: 0,
      maximum: LARGEST_PAGE,
      description: 'How many events a page holds at most; 0 asks for the position of the newest event alone.',
    }),
    STANDARD_PAGE,
  ),
  wait: optional(
    integerParameter({
      minimum: 1,
      maximum: LONGEST_WAIT,
      description:
        'Holds the request for so many seconds at most while no event follows; the next one is answered at once. A caller has ten such requests at once: further ones are held for a second, as all are while the service holds very many.',
    }),
  ),
};

const parameters = new OperationParameters(path, shape);

const positionsOperation = graphql(`
  query ListEventPositions($after: String!, $kinds: [EventKind!], $first: Int!) {
    events(after: $after, kinds: $kinds, first: $first) { pageInfo { hasNextPage endCursor } position }
  }
`);

const operation = graphql(`
  query ListEvents($after: String!, $kinds: [EventKind!], $first: Int!) {
    events(after: $after, kinds: $kinds, first: $first) {
      nodes { position payload ended }
      pageInfo { hasNextPage }
      position
    }
  }
`);

/**
 * The event log. No pageEndpoint: positions are no secret and outlive the keys of cursors, and the events' bytes are
 * those of their publication.
 */
export const listEvents: Endpoint = {
  ...readFacts,
  path,
  operationId: 'ListEvents',
  access: reads('anime.read'),
  section: 'Events',
  summary: 'Read the event log',
  description:
    'Every event that is kept, in commit order, as webhooks are sent it: for mirrors, and for subscribers that missed some. Go on after `page.position`; `wait` holds the request until something follows. A position beyond the newest event is 409: the catalogue was restored from a backup, so begin again. One whose next event was removed, because it is old, is 410: begin again with the dump. A page that others follow never changes and may be kept for ever.',
  ...parameters,
  response: {
    status: 200,
    description: 'A page of the event log.',
    schema: eventPageSchema,
    entityTag: 'weak',
    nextLink: true,
    fromPosition: true,
  },
  prepare(tools) {
    const readPositions = tools.operation(positionsOperation);
    const read = tools.operation(operation);
    return async (request) => {
      const { context, headers } = request;
      const { after, kinds, limit, wait } = parameters.values(request);
      const variables = { after: String(after), kinds: kinds ?? null, first: limit };
      const ifNoneMatch = headers['if-none-match'];
      const factsOf = ({ pageInfo, position }: { pageInfo: { hasNextPage: boolean }; position: string }) => {
        const state = pageInfo.hasNextPage ? 'more' : 'last';
        return { entityTag: tools.entityTags.weak(context.incarnation, position, state), isFinal: state === 'more' };
      };

      if (wait !== undefined && limit > 0) {
        const hasEvents = async () => (await readPositions(context, variables)).events.pageInfo.endCursor !== null;
        await tools.arrivals.until(callerOf(context), hasEvents, wait * 1000, request.onClose);
      }
      if (ifNoneMatch !== undefined && !matchesAny(ifNoneMatch)) {
        const facts = factsOf((await readPositions(context, variables)).events);
        if (matchesEntityTag(ifNoneMatch, facts.entityTag)) {
          // A connection that was held is no answer that cost nothing.
          return { kind: 'notModified', byVersionAlone: wait === undefined, ...facts };
        }
      }
      const { events } = await read(context, variables);
      const facts = factsOf(events);
      if (matchesEntityTag(ifNoneMatch, facts.entityTag))
        return { kind: 'notModified', byVersionAlone: false, ...facts };
      const nextCursor = facts.isFinal ? events.position : null;
      const page = JSON.stringify({ nextCursor, position: Number(events.position) });
      const items = events.nodes.map(
        ({ position, payload, ended }) =>
          `{"position":${position},"event":${payload},"ended":${JSON.stringify(ended)}}`,
      );
      const json = `{"items":[${items.join()}],"page":${page}}`;
      return { kind: 'content', json, ...facts, ...(nextCursor !== null && { nextCursor }) };
    };
  },
};
