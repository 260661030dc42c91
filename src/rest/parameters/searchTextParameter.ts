import { LONGEST_QUERY } from '../../graph/model/limits.ts';
import { type ParameterFacts, parameterText } from './parameterText.ts';

/** Text to search for, counted in code points as sent, and trimmed by the search alone (docs/decisions.md#filters). */
export function searchTextParameter(facts: ParameterFacts) {
  return parameterText({
    ...facts,
    rule: `1 to ${LONGEST_QUERY} characters, not white space alone`,
    read: (text) => (text.trim() !== '' && [...text].length <= LONGEST_QUERY ? text : null),
    schema: { type: 'string', minLength: 1, maxLength: LONGEST_QUERY },
  });
}
