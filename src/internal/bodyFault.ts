const EXAMPLE = 'an object such as {"query": "{ __typename }"}';

/** What keeps a body of JSON from being an operation; null when nothing does. Apollo would tell it too, but without the request's id. */
export function bodyFault(body: unknown): string | null {
  if (Array.isArray(body)) return 'The body is a batch: send one operation a request.';
  if (!isObject(body) || Object.keys(body).length === 0) return `The body holds no operation: send ${EXAMPLE}.`;
  for (const name of ['query', 'operationName']) {
    const value = body[name] ?? '';
    if (typeof value !== 'string') return `"${name}" must be a string.`;
  }
  for (const name of ['variables', 'extensions']) {
    if (!isObject(body[name] ?? {})) return `"${name}" must be an object.`;
  }
  return null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
