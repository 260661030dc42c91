import type { RestRequest, RestResponse } from '../http/requestFacts.ts';

/** A web page, at a path that is no operation: the description, the reference, the problem pages. */
export interface Page {
  readonly path: string;
  /** Default: GET, with which goes HEAD. */
  readonly methods?: readonly ('GET' | 'POST')[];
  /** Whether it is one person's: pages of other sites read nothing of it, and nobody stores it. Default: no. */
  readonly isPrivate?: boolean;
  serve(response: RestResponse, request: RestRequest): Promise<void>;
}
