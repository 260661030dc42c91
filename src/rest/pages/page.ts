import type { RestRequest, RestResponse } from '../http/requestFacts.ts';

/** A web page, at a path that is no operation: the description, the reference, the problem pages. */
export interface Page {
  readonly path: string;
  /** Default: GET, with HEAD. */
  readonly method?: 'POST';
  serve(response: RestResponse, request: RestRequest): Promise<void>;
}
