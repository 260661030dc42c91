import { nearestOf } from '../../base/editDistance.ts';
import { LONGEST_QUERY } from '../../graph/model/limits.ts';
import { parseCalendarDate, parseInstant } from '../../graph/model/time.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import { type ParameterFacts, parameter } from './parameter.ts';

/** One of a few values, case-sensitive. */
export function choiceParameter<const Choice extends string>({
  choices,
  ...facts
}: ParameterFacts & { readonly choices: readonly Choice[] }) {
  const byText = new Map<string, Choice>(choices.map((choice) => [choice, choice]));
  return parameter({
    ...facts,
    rule: `one of ${choices.join(', ')}`,
    read: (text) => byText.get(text) ?? null,
    hint: (text) => nearestOf(text, choices),
    schema: { type: 'string', enum: [...choices] },
  });
}

const integer = /^(0|[1-9][0-9]*)$/;

/** An integer as text: decimal digits alone, no sign, no leading zeros. */
export function integerParameter({
  minimum,
  maximum,
  ...facts
}: ParameterFacts & { readonly minimum: number; readonly maximum: number }) {
  return parameter({
    ...facts,
    rule: `an integer from ${minimum} to ${maximum}, in decimal digits`,
    read: (text) => {
      if (!integer.test(text)) return null;
      const value = Number(text);
      return value >= minimum && value <= maximum ? value : null;
    },
    schema: { type: 'integer', minimum, maximum, ...(maximum > 2 ** 31 - 1 && { format: 'int64' }) },
  });
}

// RFC 9562's grammar, of any version: an id that the service never issued is unknown, not malformed.
/** A canonical identifier, read in any case; its value is in lower case. */
export function uuidParameter(facts: ParameterFacts) {
  return parameter({
    ...facts,
    rule: 'a UUID such as 0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f',
    read: parseUuid,
    schema: { type: 'string', format: 'uuid' },
  });
}

/**
 * A canonical slug in NFC, as slugs are, from any normal form; else null. The graph tells whether it exists. Control
 * characters and percent signs, which no slug has, are refused here: a percent sign in a path is the rest of malformed
 * encoding.
 */
export function parseSlug(text: string): string | null {
  return /^[^\p{Cc}\p{Cs}%]+$/u.test(text) ? text.normalize('NFC') : null;
}

/** A canonical slug, in any normal form. */
export function slugParameter({ source, ...facts }: ParameterFacts & { readonly source: string }) {
  return parameter({
    ...facts,
    rule: `a slug from ${source}`,
    read: parseSlug,
    schema: { type: 'string', minLength: 1 },
  });
}

/**
 * A search text; its length is counted in code points as sent, and only the search trims it
 * (docs/decisions.md#filters).
 */
export function searchTextParameter(facts: ParameterFacts) {
  return parameter({
    ...facts,
    rule: `1 to ${LONGEST_QUERY} characters, not white space alone`,
    read: (text) => (text.trim() !== '' && [...text].length <= LONGEST_QUERY ? text : null),
    schema: { type: 'string', minLength: 1, maxLength: LONGEST_QUERY },
  });
}

/** A calendar date of the years 0001–9999. */
export function dateParameter(facts: ParameterFacts) {
  return parameter({
    ...facts,
    rule: 'an existing date as yyyy-MM-dd such as 2024-02-29',
    read: parseCalendarDate,
    schema: { type: 'string', format: 'date' },
  });
}

/** An instant with an explicit offset; its value is in UTC, so that all spellings of an instant are equal. */
export function instantParameter(facts: ParameterFacts) {
  return parameter({
    ...facts,
    rule: 'an ISO 8601 time with an explicit offset, such as 2024-02-29T15:00:00Z or 2024-02-29T15:00+09:00',
    read: (text) => parseInstant(text)?.toISOString() ?? null,
    hint: (text) => {
      const [, offset] = /T\S+ (\d{2}(?::?\d{2})?)$/.exec(text) ?? [];
      return offset && `A plus sign in a URL stands for a space: write the offset as %2B${offset}.`;
    },
    schema: { type: 'string', format: 'date-time' },
  });
}
