import { parseUrl } from '../../base/parseUrl.ts';
import type { RestRequest } from './requestFacts.ts';

/** The origin by which the caller reached the service; empty where the request names none. */
export function originOf({ protocol, host }: Pick<RestRequest, 'protocol' | 'host'>): string {
  return parseUrl(`${protocol}://${host}`)?.origin ?? '';
}
