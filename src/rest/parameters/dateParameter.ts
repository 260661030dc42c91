import { parseCalendarDate } from '../../graph/model/time.ts';
import { type ParameterFacts, parameterText } from './parameterText.ts';

/** A calendar date of the years 0001–9999. */
export function dateParameter(facts: ParameterFacts) {
  return parameterText({
    ...facts,
    rule: 'an existing date as yyyy-MM-dd such as 2024-02-29',
    read: parseCalendarDate,
    schema: { type: 'string', format: 'date' },
  });
}
