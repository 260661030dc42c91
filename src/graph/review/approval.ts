import type { CatalogDraft } from '../import/draft/catalogDraft.ts';
import type { ExternalId } from '../model/canonical.ts';
import type { FieldDifference } from './difference.ts';

/** The reviewer's answer to the match: neither `into` nor `asNew` for an unambiguous one. */
export interface Choice {
  readonly into: string | null;
  readonly asNew: boolean;
  /** Make a new anime even if ids that the record states stay with others. */
  readonly withoutSharedIds?: boolean;
}

/** An identifying id that a record states and that another anime keeps. */
export interface ElsewhereId extends ExternalId {
  readonly animeId: string;
}

/** The result of approving a record: the draft holds the changes. */
export interface Approval {
  readonly draft: CatalogDraft;
  readonly animeId: string;
  /** The anime or episode that the record joins; null when it makes a new one. */
  readonly targetId: string | null;
  readonly difference: readonly FieldDifference[];
  readonly idsElsewhere: readonly ElsewhereId[];
  /** The anime that the record matches now. */
  readonly candidates: readonly string[];
  /** The revisions that the difference rests on. */
  readonly base: Readonly<Record<string, number>>;
  /** Why it is refused; null when it is not. */
  readonly refusal: string | null;
}
