import { graphql } from '../../graph/schema/operation.ts';
import { reads } from '../endpoint/access.ts';
import { type Endpoint, readFacts } from '../endpoint/endpoint.ts';
import { matchesEntityTag } from '../http/entityTags.ts';
import { OperationParameters } from '../parameters/read.ts';
import { ProblemError } from '../problem/problemError.ts';
import { dumpFields, dumpFile, dumpResource, dumpSchema } from './dumpResource.ts';

const operation = graphql(`query GetLatestDump { dump { ...DumpFields } }`, [dumpFields]);

const path = '/v1/dump';
const none = new OperationParameters(path, {});

/** Where the newest dump is. */
export const getLatestDump: Endpoint = {
  ...readFacts,
  path,
  operationId: 'GetLatestDump',
  access: reads('anime.read'),
  section: 'Events',
  summary: 'Find the newest dump of the catalogue',
  description:
    'Leads to the newest dump: the whole catalogue in one file, made once in a UTC day. 404 until the first one was made, or where the operator has turned dumps off. Load it, then follow `GET /v1/events` from its position.',
  ...none,
  response: {
    status: 303,
    description: 'The newest dump is at Location.',
    schema: dumpSchema,
    entityTag: 'weak',
    location: true,
    found: dumpFile,
  },
  prepare(tools) {
    const read = tools.operation(operation);
    return async (request) => {
      none.texts(request);
      const { dump } = await read(request.context, {});
      if (dump === null) {
        throw new ProblemError(
          'not_found',
          'There is no dump yet: the first one is made within a minute of the first import, unless the operator has turned dumps off. Until then read the lists.',
        );
      }
      const resource = dumpResource(dump);
      const json = JSON.stringify(resource);
      const entityTag = tools.entityTags.ofBytes(Buffer.from(json));
      if (matchesEntityTag(request.headers['if-none-match'], entityTag)) {
        return { kind: 'notModified', byVersionAlone: false, entityTag };
      }
      return { kind: 'done', json, entityTag, location: resource.location };
    };
  },
};
