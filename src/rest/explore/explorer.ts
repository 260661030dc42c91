import type { GraphContext } from '../../graph/schema/context.ts';
import type { Admission } from '../admission/admission.ts';
import type { Endpoint, Responder } from '../endpoint/endpoint.ts';

/** What pages of the explorer are made with. */
export interface Explorer {
  /** Prepared operations. */
  readonly operations: readonly { readonly endpoint: Endpoint; readonly respond: Responder }[];
  readonly admission: Admission;
  /** A fresh context of the viewer `public`. */
  readonly createContext: (address: string) => GraphContext;
  readonly now: () => Date;
  /** Hosts whose pictures pages show. */
  readonly imageHosts: readonly string[];
}
