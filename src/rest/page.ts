import type { Request } from 'express';
import type { RestResponse } from './request/requestFacts.ts';

/** Something at a path that is no operation of the interface: its description, the reference, the problem pages. GET alone. */
export interface Page {
  readonly path: string;
  serve(request: Request, response: RestResponse): Promise<void>;
}
