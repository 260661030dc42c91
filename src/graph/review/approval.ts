import type { CatalogDraft } from '../import/draft/catalogDraft.ts';
import type { ExternalId } from '../model/canonical.ts';
import type { FieldDifference } from './difference.ts';

/** The reviewer's choice of the match: neither `into` nor `asNew` for an unambiguous record. */
export interface Choice {
  readonly into: string | null;
  readonly asNew: boolean;
  /** Create a new anime even if some of the record's ids stay with others. */
  readonly withoutSharedIds?: boolean;
}

/** An identifying id of the record that another anime keeps. */
export interface ElsewhereId extends ExternalId {
  readonly animeId: string;
}

/** The result of approving a record: the draft holds the changes. */
export interface Approval {
  readonly draft: CatalogDraft;
  readonly animeId: string;
  /** The anime or episode that the record joins; null for a new one. */
  readonly targetId: string | null;
  readonly difference: readonly FieldDifference[];
  readonly idsElsewhere: readonly ElsewhereId[];
  /** The anime that the record matches now. */
  readonly candidates: readonly string[];
  /** The revisions that the difference is based on. */
  readonly base: Readonly<Record<string, number>>;
  /** The reason of a refusal; else null. */
  readonly refusal: string | null;
}
