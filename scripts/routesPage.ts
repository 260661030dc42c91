import type { Access } from '../src/rest/endpoint/access.ts';
import type { Endpoint } from '../src/rest/endpoint/endpoint.ts';

/** docs/routes.md: every operation with who may call it and what it answers, from the route table. */
export function routesPage(endpoints: readonly Endpoint[]): string {
  const rows = endpoints.map((endpoint) => [
    endpoint.method,
    `\`${endpoint.path}\``,
    endpoint.operationId,
    callers(endpoint.access),
    needs(endpoint),
    answers(endpoint),
  ]);
  const table = [['method', 'path', 'operation', 'callers', 'needs', 'answers'], Array(6).fill('---'), ...rows];
  return `# Routes

Every operation of the public interface, generated from \`src/rest/routes.ts\` by \`npm run generate:routes\`; a test keeps it true.
Parameters, bodies and answers in full: \`/v1/reference\`. Errors are problems, \`/v1/problems/{code}\` explains each.

${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}

function callers({ anonymous, scope, apiKey, human, ownerOf }: Access): string {
  const credential = human ? "a person's access token" : apiKey ? 'an API key or access token' : 'an access token';
  const parts = [
    ...(anonymous ? ['anonymous'] : []),
    ...(scope === null ? [] : [`${anonymous ? 'or ' : ''}${credential} with \`${scope}\``]),
    ...(ownerOf === null ? [] : [`the owner of {${ownerOf}}`]),
  ];
  return parts.join(', ');
}

function needs({ body, needsIfMatch }: Endpoint): string {
  const parts = [
    ...(body === null ? [] : [`${body.mediaTypes.join(' or ')} of at most ${body.limit} bytes`]),
    ...(needsIfMatch ? ['If-Match'] : []),
  ];
  return parts.join(', ');
}

function answers({ method, redirectsMerged, response }: Endpoint): string {
  const content = response.schema?.meta()?.id;
  const first = content === undefined ? `${response.status}` : `${response.status} ${content}`;
  return [
    first,
    ...(response.ranges ? ['206'] : []),
    ...(redirectsMerged ? ['301'] : []),
    ...(method === 'GET' ? ['304'] : []),
  ].join(', ');
}
