import { type ParameterFacts, parameterText } from './parameterText.ts';

interface IntegerFacts extends ParameterFacts {
  readonly minimum: number;
  readonly maximum: number;
}

const integer = /^(0|[1-9][0-9]*)$/;

/** An integer as text: decimal digits alone, no sign, no leading zeros (docs/decisions.md#numbers-as-text). */
export function integerParameter({ minimum, maximum, ...facts }: IntegerFacts) {
  return parameterText({
    ...facts,
    rule: `an integer from ${minimum} to ${maximum}, in decimal digits`,
    read: (text) => {
      if (!integer.test(text)) return null;
      const value = Number(text);
      return value >= minimum && value <= maximum ? value : null;
    },
    schema: { type: 'integer', minimum, maximum },
  });
}
