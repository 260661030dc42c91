import type { GraphContext } from '../../graph/schema/context.ts';
import type { Admission } from '../../rest/admission/admission.ts';
import type { Endpoint, Responder } from '../../rest/endpoint/endpoint.ts';
import type { RequestFacts } from '../../rest/http/requestFacts.ts';

/** The ports of the explorer's pages. */
export interface Explorer {
  /** Prepared operations. */
  readonly operations: readonly { readonly endpoint: Endpoint; readonly respond: Responder }[];
  readonly admission: Admission;
  /** A fresh context of the viewer `public`. */
  readonly createContext: (facts: RequestFacts) => GraphContext;
  readonly now: () => Date;
  /** Hosts whose pictures pages show. */
  readonly imageHosts: readonly string[];
  /** The origin that shown requests name; null: that of each request. */
  readonly publicUrl: string | null;
}
