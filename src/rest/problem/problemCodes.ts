/** The definition of a problem code: its status, its title, and the text of the web page behind `type`. */
interface ProblemMeaning {
  readonly status: number;
  readonly title: string;
  /** What happened. */
  readonly meaning: string;
  /** What the caller can do. */
  readonly remedy: string;
}

/** Every code of the interface (docs/decisions.md#problem-codes), including those about callers and webhooks. */
export const problemCodes = {
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    meaning: 'The request is not well-formed HTTP, or a part of it that belongs to no parameter cannot be read.',
    remedy:
      'Send a well-formed request: complete percent-encoding in UTF-8, and a URL and headers of at most 16 kB together.',
  },
  unknown_parameter: {
    status: 400,
    title: 'Unknown parameter',
    meaning: 'The query holds a parameter that this operation does not have.',
    remedy:
      'Leave it out or correct its name; names are case-sensitive. The detail lists those that the operation has.',
  },
  repeated_parameter: {
    status: 400,
    title: 'Repeated parameter',
    meaning: 'The query holds a parameter more than once.',
    remedy: 'Send each parameter once. One that takes several values takes them separated by commas.',
  },
  invalid_parameter: {
    status: 400,
    title: 'Invalid parameter',
    meaning: 'The value of a parameter breaks its rule.',
    remedy: 'The detail names the rule, the member "parameter" the parameter.',
  },
  invalid_cursor: {
    status: 400,
    title: 'Invalid cursor',
    meaning:
      'The cursor is damaged, or was issued by another endpoint, or for other filters, another order or another window.',
    remedy:
      'Send page.nextCursor as it was given and repeat all parameters of the first request unchanged ("limit" may change, except in search), or begin again without "after".',
  },
  invalid_credentials: {
    status: 401,
    title: 'Invalid credentials',
    meaning: 'The Authorization header is not valid, or the operation needs a credential and there is none.',
    remedy: 'Send a valid credential as a bearer token. Invalid credentials are never treated as anonymous.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    meaning: 'The credential is valid but lacks the scope that this operation needs.',
    remedy: 'Use a credential that carries the scope. An existing key never gains a scope: create a new one.',
  },
  human_user_required: {
    status: 403,
    title: 'Human user required',
    meaning: "Webhooks are managed by people: the operation needs a human user's access token.",
    remedy: 'Sign in and use the access token of a person. API keys and client credentials are refused.',
  },
  not_owner: {
    status: 403,
    title: 'Not the owner',
    meaning: 'The application belongs to somebody else.',
    remedy: 'Use an application that you own.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'There is nothing at this path, or no resource with this identifier.',
    remedy:
      'Paths are exact: case matters and there is no trailing slash. Take identifiers from the lists or from search.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path exists but does not take this method.',
    remedy: 'Use one of the methods in the Allow header.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    meaning: 'The request contradicts the present state of the resource.',
    remedy: 'Read the resource again and decide again.',
  },
  position_gone: {
    status: 410,
    title: 'Position gone',
    meaning:
      'Events that follow this position were removed because they are old: a reader that continues here would miss them.',
    remedy:
      'Begin again with the dump (GET /v1/dump) and the position in its first line; where there is none, with page.position of GET /v1/events?limit=0 and the lists.',
  },
  precondition_failed: {
    status: 412,
    title: 'Precondition failed',
    meaning: 'If-Match names other bytes than the file has now: a day may have another file after a restore.',
    remedy: 'Discard the parts that you have and download the file from its beginning.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    meaning: 'The body of the request is larger than the operation takes.',
    remedy: 'Send a smaller body.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The operation does not take a body of this type.',
    remedy: 'Send application/json.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'Range not satisfiable',
    meaning: 'The header Range asks for bytes beyond the end of the file.',
    remedy:
      'Ask for bytes within the length that Content-Range states: what you have is complete, or is of another file.',
  },
  invalid_body: {
    status: 422,
    title: 'Invalid body',
    meaning: 'The body is well-formed, but its members break a rule.',
    remedy: 'The member "errors" names each member at fault and its rule.',
  },
  unsafe_webhook_url: {
    status: 422,
    title: 'Unsafe webhook URL',
    meaning: 'The receiver URL breaks a rule that protects networks from abuse.',
    remedy: 'Use an https URL with a public DNS name, port 443 and no credentials, query or fragment.',
  },
  precondition_required: {
    status: 428,
    title: 'Precondition required',
    meaning: 'The operation changes a resource and needs to know which state of it you have seen.',
    remedy: 'Send If-Match with the ETag of the resource.',
  },
  quota_exceeded: {
    status: 429,
    title: 'Quota exceeded',
    meaning:
      'The quota of this minute is used up: by you, by another key of your application, or by somebody behind the same address. The detail says which.',
    remedy: 'Wait as many seconds as Retry-After says. Credentialed callers have a higher quota than anonymous ones.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning: 'The service failed; the request may be valid.',
    remedy: 'Try again later. If it persists, report it with its requestId.',
  },
  search_unavailable: {
    status: 503,
    title: 'Search unavailable',
    meaning:
      'Search is switched off, its index is being built, or its engine or the database does not answer. Nothing was searched.',
    remedy: 'Wait as many seconds as Retry-After says. The rest of the API may work.',
  },
  service_unavailable: {
    status: 503,
    title: 'Service unavailable',
    meaning: 'The service cannot reach what it needs to answer, or is stopping.',
    remedy: 'Wait as many seconds as Retry-After says and try again.',
  },
} as const satisfies Record<string, ProblemMeaning>;

/** A stable, machine-readable error code. */
export type ProblemCode = keyof typeof problemCodes;
