import type { Exchange } from './exchange.ts';
import { corsHeaders } from './standardHeaders.ts';

/** Pages of other sites may not read the answer. */
export function closeToOtherOrigins(exchange: Exchange): void {
  for (const name of corsHeaders) exchange.removeHeader(name);
}
