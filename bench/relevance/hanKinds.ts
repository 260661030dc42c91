import * as OpenCC from 'opencc-js';
import type { QueryKind } from './kind.ts';

const HAN_GOAL = 0.98;

function converted(
  name: string,
  languages: readonly string[],
  from: 'cn' | 'tw' | 'jp' | 't',
  to: 'cn' | 'tw' | 'hk' | 't' | 'jp',
): QueryKind {
  const convert = OpenCC.Converter({ from, to });
  return {
    name,
    goal: HAN_GOAL,
    write: ({ title, language }) => {
      if (language === null || !languages.includes(language)) return undefined;
      const query = convert(title);
      return query === title ? undefined : query;
    },
  };
}

/** The whole title in the characters of another place or time, by OpenCC's converters (phrases included). */
export const HAN_KINDS: readonly QueryKind[] = [
  converted('traditional (Taiwan)', ['zh-Hans'], 'cn', 'tw'),
  converted('traditional (Hong Kong)', ['zh-Hans'], 'cn', 'hk'),
  converted('simplified', ['zh-Hant'], 'tw', 'cn'),
  converted('old characters', ['ja'], 'jp', 't'),
  converted('simplified Japanese', ['ja'], 'jp', 'cn'),
];
