import { CatalogError } from '../../graph/model/errors.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import type { Visit } from './visit.ts';

/** The subject of a page. @throws CatalogError not_found without one */
export function required<Found>(found: Found | null | undefined): Found {
  if (found == null) throw new CatalogError('not_found', 'There is nothing at this path.');
  return found;
}

/** The identifier in the page's path. @throws CatalogError not_found for a malformed one */
export function idIn({ texts }: Visit, name: string): string {
  return required(parseUuid(texts[name] ?? ''));
}
