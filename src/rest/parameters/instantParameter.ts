import { parseInstant } from '../../graph/model/time.ts';
import { type ParameterFacts, parameterText } from './parameterText.ts';

/** An instant with an explicit offset; its value is in UTC, so that two spellings of one instant are the same value. */
export function instantParameter(facts: ParameterFacts) {
  return parameterText({
    ...facts,
    rule: 'an RFC 3339 time with seconds and an explicit offset, such as 2024-02-29T15:00:00Z',
    read: (text) => parseInstant(text)?.toISOString() ?? null,
    hint: (text) =>
      / \d{2}:\d{2}$/.test(text) ? 'A plus sign in a URL stands for a space: write the offset as %2B09:00.' : undefined,
    schema: { type: 'string', format: 'date-time' },
  });
}
