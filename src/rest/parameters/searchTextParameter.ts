import { type ParameterFacts, parameterText } from './parameterText.ts';

const longest = 200;

/** Text to search for, counted in code points as sent, and trimmed by the search alone (design.md 6, Filters). */
export function searchTextParameter(facts: ParameterFacts) {
  return parameterText({
    ...facts,
    rule: `1 to ${longest} characters, not white space alone`,
    read: (text) => (text.trim() !== '' && [...text].length <= longest ? text : null),
    schema: { type: 'string', minLength: 1, maxLength: longest },
  });
}
