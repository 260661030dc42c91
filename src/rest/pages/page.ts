import type { RestResponse } from '../http/requestFacts.ts';

/** A web page, at a path that is no operation: the description, the reference, the problem pages. GET alone. */
export interface Page {
  readonly path: string;
  serve(response: RestResponse): Promise<void>;
}
