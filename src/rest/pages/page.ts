import type { RestResponse } from '../http/requestFacts.ts';

/**
 * Something at a path that is no operation of the interface: its description, the
 * reference, the problem pages. GET alone.
 */
export interface Page {
  readonly path: string;
  serve(response: RestResponse): Promise<void>;
}
