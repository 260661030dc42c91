import type { Exchange } from '../http/exchange.ts';

/** Something at a path that is no operation of the interface: its description, the reference, the problem pages. GET alone. */
export interface Page {
  readonly path: string;
  serve(exchange: Exchange): Promise<void>;
}
