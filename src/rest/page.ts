import type { Request } from 'express';
import type { RestResponse } from './request/requestFacts.ts';

/** Something at a path that is no operation of the interface: its description, the reference, the problem pages. GET alone. */
export interface Page {
  /** OpenAPI template. */
  readonly path: string;
  /** @throws ProblemError */
  serve(request: Request, response: RestResponse, segments: Readonly<Record<string, string>>): void | Promise<void>;
}
