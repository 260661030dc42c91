import * as OpenCC from 'opencc-js';
import type { Random } from '../../seededRandom.ts';
import type { Writer } from '../kind.ts';

type Rewriting = (text: string, random: Random) => string;

/** The title as it is. */
export function asIs(language: string): Writer {
  return (title) => (title.language === language ? title.title : undefined);
}

/** The whole title written otherwise, in one language or in any. */
export function rewritten(rewrite: Rewriting, language?: string): Writer {
  return (title, random) => {
    if (language !== undefined && title.language !== language) return undefined;
    const query = rewrite(title.title, random);
    return query === title.title || query.trim() === '' ? undefined : query;
  };
}

/** Replaced one after the other. */
export function replacing(...steps: readonly (readonly [RegExp, string])[]): (text: string) => string {
  return (text) => steps.reduce((result, [pattern, by]) => result.replace(pattern, by), text);
}

/** Characters moved by so many code points. */
export function shifting(pattern: RegExp, by: number): (text: string) => string {
  return (text) => text.replace(pattern, (character) => String.fromCharCode(character.charCodeAt(0) + by));
}

/** In the characters of another place or time, phrases included. */
export function converted(from: 'cn' | 'tw' | 'jp', to: 'cn' | 'tw' | 'hk' | 't'): Rewriting {
  return OpenCC.Converter({ from, to });
}

/** As wide as Han, the space among it. */
export const fullWidth: Rewriting = (text) => shifting(/[!-~]/g, 0xfee0)(text).replaceAll(' ', '\u3000');

export const otherCase: Rewriting = (text, random) => (random() < 0.5 ? text.toUpperCase() : text.toLowerCase());

export const withoutPunctuation: Rewriting = (text, random) => {
  const by = random() < 0.5 ? '' : ' ';
  return replacing([/[\p{P}\p{S}]+/gu, by], [/ +/g, ' '])(text).trim();
};

export const kunrei = replacing(
  [/shi/gi, 'si'],
  [/sh(?=[aueo])/gi, 'sy'],
  [/[tc]ch(?=[aueo])/gi, 'tty'],
  [/[tc]chi/gi, 'tti'],
  [/chi/gi, 'ti'],
  [/ch(?=[aueo])/gi, 'ty'],
  [/tsu/gi, 'tu'],
  [/fu/gi, 'hu'],
  [/ji/gi, 'zi'],
  [/j(?=[aueo])/gi, 'zy'],
);

export const otherParticle: Rewriting = (text) =>
  / wo /i.test(text) ? text.replace(/ wo /gi, ' o ') : text.replace(/ o /gi, ' wo ');
