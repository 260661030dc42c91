import type { RestRequest, RestResponse } from '../http/requestFacts.ts';

/** A web page, at a path that is no operation: the description, the reference, the problem pages. */
export interface Page {
  readonly path: string;
  /** Default: GET, which implies HEAD. */
  readonly methods?: readonly ('GET' | 'POST')[];
  /** Whether it shows a person's own data: pages of other sites cannot read it, and no cache stores it. Default: no. */
  readonly isPrivate?: boolean;
  serve(response: RestResponse, request: RestRequest): Promise<void>;
}
