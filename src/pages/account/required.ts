import { CatalogError } from '../../graph/model/errors.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import type { Visit } from './visit.ts';

/** What a page is about. @throws CatalogError not_found where there is none */
export function required<Found>(found: Found | null | undefined): Found {
  if (found == null) throw new CatalogError('not_found', 'There is nothing at this path.');
  return found;
}

/** The identifier in the page's path. @throws CatalogError not_found for a text that is none */
export function idIn({ texts }: Visit, name: string): string {
  return required(parseUuid(texts[name] ?? ''));
}
