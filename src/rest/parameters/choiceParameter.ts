import { type ParameterFacts, parameterText } from './parameterText.ts';

interface ChoiceFacts<Choice extends string> extends ParameterFacts {
  readonly choices: readonly Choice[];
}

/** One of a few values; case matters. */
export function choiceParameter<const Choice extends string>({ choices, ...facts }: ChoiceFacts<Choice>) {
  const allowed: ReadonlySet<string> = new Set(choices);
  return parameterText({
    ...facts,
    rule: `one of ${choices.join(', ')}`,
    read: (text) => (allowed.has(text) ? (text as Choice) : null),
    schema: { type: 'string', enum: [...choices] },
  });
}
