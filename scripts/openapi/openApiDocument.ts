import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { type Endpoint, sections } from '../../src/rest/endpoint/endpoint.ts';
import { movedSchema } from '../../src/rest/resource/fieldSchemas.ts';
import type { AnswerExamples } from './answerExamples.ts';
import { description } from './description.ts';
import { headers, quotaHeaders, requestHeaders } from './headers.ts';
import { matchProblem, positionProblem, problemResponses, rangeProblem } from './problemResponses.ts';
import { security, securitySchemes } from './security.ts';
import { delivery, subscribedDelivery } from './webhooks.ts';

/**
 * The interface's description, OpenAPI 3.1.1, derived from the endpoints. What the service serves is the committed
 * openapi.json, which a test compares with this.
 */
export function openApiDocument(endpoints: readonly Endpoint[], examples: AnswerExamples = {}) {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint, examples) };
  }
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Canonical Anime Catalog Service',
        version: 'v1',
        description,
        contact: { name: 'The operator of this service' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: 'This service' }],
      components: { securitySchemes },
      tags: Object.entries(sections).map(([name, text]) => ({ name, description: text })),
      paths: paths as ZodOpenApiPathsObject,
      ...(endpoints.some(({ subscribes }) => subscribes) && { webhooks: { delivery: { post: delivery } } }),
    },
    {
      override: ({ jsonSchema, io }) => {
        // Within v1 answers may gain members.
        if (io === 'output') delete jsonSchema.additionalProperties;
      },
    },
  );
}

function operation(endpoint: Endpoint, examples: AnswerExamples): ZodOpenApiOperationObject {
  const { pathParameters, queryParameters, body, needsIfMatch } = endpoint;
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.section],
    summary: endpoint.summary,
    description: endpoint.description,
    security: security(endpoint.access),
    requestParams: {
      ...(Object.keys(pathParameters.shape).length > 0 && { path: pathParameters }),
      ...(Object.keys(queryParameters.shape).length > 0 && { query: queryParameters }),
      ...(needsIfMatch && { header: z.object({ 'If-Match': requestHeaders.ifMatch }) }),
      ...(endpoint.response.ranges && {
        header: z.object({
          'If-Match': requestHeaders.sameFile,
          Range: requestHeaders.range,
          'If-Range': requestHeaders.ifRange,
        }),
      }),
    },
    ...(body !== null && {
      requestBody: {
        required: true,
        description: `At most ${body.limit} bytes.`,
        // A single media type: client generators stumble over two with the same schema.
        content: { [body.mediaTypes[0]]: { schema: body.schema } },
      },
    }),
    responses: { ...successes(endpoint, examples), ...problemResponses },
    ...(endpoint.subscribes && { callbacks: subscribedDelivery }),
  };
}

function successes(
  { operationId, method, redirectsMerged, response }: Endpoint,
  examples: AnswerExamples,
): ZodOpenApiOperationObject['responses'] {
  const { status, description, entityTag, location, nextLink, ranges, fromPosition, found } = response;
  const requestId = { 'X-Request-Id': headers.requestId, ...quotaHeaders };
  const tagged = { ...requestId, ...(entityTag !== null && { ETag: headers.entityTag[entityTag] }) };
  const content = contentOf(response, examples[operationId]);
  return {
    [status]: {
      description,
      headers: z.object({
        ...tagged,
        ...(nextLink && { Link: headers.link }),
        ...(location && { Location: status === 303 ? headers.meantLocation : headers.newLocation }),
        ...(ranges && { 'Accept-Ranges': headers.acceptRanges }),
      }),
      ...content,
    },
    ...(found && { 200: { description: found.description, headers: z.object(tagged), ...contentOf(found) } }),
    ...(ranges && {
      206: {
        description: 'The part of the file that Range asks for.',
        headers: z.object({ ...tagged, 'Accept-Ranges': headers.acceptRanges, 'Content-Range': headers.contentRange }),
        ...content,
      },
      412: matchProblem,
      416: rangeProblem,
    }),
    ...(fromPosition && { 410: positionProblem }),
    ...(redirectsMerged && {
      301: {
        description: 'It was merged into the resource at Location. Clients must follow.',
        headers: z.object({ ...requestId, Location: headers.location, Link: headers.descriptionLink }),
        content: { 'application/json': { schema: movedSchema } },
      },
    }),
    ...(method === 'GET' && {
      304: { description: 'The representation that the client has is still current.', headers: z.object(tagged) },
    }),
  };
}

function contentOf(
  { schema, mediaType = 'application/json' }: Pick<Endpoint['response'], 'schema' | 'mediaType'>,
  taken: AnswerExamples[string] = [],
) {
  if (schema === null) return {};
  const examples = Object.fromEntries(
    taken.map(({ name, request, body }) => [name, { summary: request, value: body }]),
  );
  return { content: { [mediaType]: { schema, ...(taken.length > 0 && { examples }) } } };
}
