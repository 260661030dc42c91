import { type ParameterFacts, parameterText } from './parameterText.ts';

/** A canonical slug. Whether it exists is the graph's to say; control characters, which no slug holds, end here. */
export function slugParameter({ source, ...facts }: ParameterFacts & { readonly source: string }) {
  return parameterText({
    ...facts,
    rule: `a slug from ${source}`,
    read: (text) => (/^[^\p{Cc}\p{Cs}]+$/u.test(text) ? text : null),
    schema: { type: 'string', minLength: 1 },
  });
}
