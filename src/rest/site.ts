import type { GraphQLSchema } from 'graphql';
import type { Quotas } from '../graph/caller/quotas.ts';
import type { GraphPorts } from '../graph/schema/context.ts';
import type { Admission } from './admission/admission.ts';
import type { Installation } from './openapi/servedDocument.ts';
import type { Page } from './pages/page.ts';
import type { ShowProblem } from './problem/answerProblems.ts';
import type { Operation } from './request/createRouter.ts';

/** The web pages beside the operations; src/site makes them. */
export interface Site {
  readonly pages: readonly Page[];
  /** Answers refused requests of browsers with a page. */
  readonly showProblem: ShowProblem;
}

/** What pages are made with. */
export interface SiteTools {
  /** Prepared operations, which pages may ask in-process. */
  readonly operations: readonly Operation[];
  readonly admission: Admission;
  readonly quotas: Quotas;
  readonly schema: GraphQLSchema;
  readonly ports: GraphPorts;
  /** The served OpenAPI document, as JSON. */
  readonly description: string;
  readonly installation: Installation | undefined;
}
