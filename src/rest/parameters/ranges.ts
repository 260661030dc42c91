import { parseCalendarDate } from '../../graph/model/time.ts';
import { type ParameterFacts, parameter } from './parameter.ts';

/** A range, both ends included; null where it is open. */
interface Range<Value> {
  readonly from: Value | null;
  readonly to: Value | null;
}

interface RangeRule<Value> extends ParameterFacts {
  readonly rule: string;
  readonly readEnd: (text: string) => Value | null;
  readonly example: string;
}

/** `FROM..TO` with either end left out, or one value alone. */
function rangeParameter<Value extends string | number>({ rule, readEnd, example, ...facts }: RangeRule<Value>) {
  return parameter({
    ...facts,
    rule,
    read: (text): Range<Value> | null => {
      const [from = '', to = from, ...more] = text.split('..');
      const ends = { from: from === '' ? null : readEnd(from), to: to === '' ? null : readEnd(to) };
      if (more.length > 0 || (from === '' && to === '')) return null;
      if ((from !== '' && ends.from === null) || (to !== '' && ends.to === null)) return null;
      return ends.from !== null && ends.to !== null && ends.from > ends.to ? null : ends;
    },
    hint: (text) => {
      const [from, to, ...more] = text.split('..').map(readEnd);
      if (from == null || to == null || more.length > 0 || from <= to) return undefined;
      return 'The range ends before it begins.';
    },
    schema: { type: 'string', minLength: 1, examples: [example] },
  });
}

/** A date, or a range of dates of the years 0001–9999. */
export function dateRangeParameter(facts: ParameterFacts) {
  return rangeParameter({
    ...facts,
    rule: 'a date as yyyy-MM-dd or a range of dates, such as 2013-04-01..2013-06-30, 2013-04-01.. or ..2013-06-30',
    readEnd: parseCalendarDate,
    example: '2013-04-01..2013-06-30',
  });
}

const digits = /^(0|[1-9][0-9]*)$/;

/** An integer, or a range of integers, in decimal digits. */
export function integerRangeParameter({ maximum, ...facts }: ParameterFacts & { readonly maximum: number }) {
  return rangeParameter({
    ...facts,
    rule: `an integer from 0 to ${maximum} or a range of integers, such as 12..26, 12.. or ..26`,
    readEnd: (text) => (digits.test(text) && Number(text) <= maximum ? Number(text) : null),
    example: '12..26',
  });
}
