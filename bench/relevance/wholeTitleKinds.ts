import type { CatalogTitle } from '../readCatalog.ts';
import type { QueryKind } from './kind.ts';

const EXACT_GOAL = 0.99;

function written(title: CatalogTitle, write: (text: string) => string): string | undefined {
  const query = write(title.title);
  return query === title.title || query.trim() === '' ? undefined : query;
}

function exact(language: string): QueryKind {
  return {
    name: `exact ${language}`,
    goal: EXACT_GOAL,
    write: (title) => (title.language === language ? title.title : undefined),
  };
}

/** The whole title, its letters as they are. */
export const WHOLE_TITLE_KINDS: readonly QueryKind[] = [
  ...['ja-Latn', 'en', 'ja', 'zh-Hans', 'zh-Hant'].map(exact),
  {
    name: 'other case',
    goal: EXACT_GOAL,
    write: (title, random) => written(title, (text) => (random() < 0.5 ? text.toUpperCase() : text.toLowerCase())),
  },
  {
    name: 'full-width',
    goal: EXACT_GOAL,
    write: (title) =>
      written(title, (text) =>
        text.replace(/[!-~]/g, (ascii) => String.fromCharCode(ascii.charCodeAt(0) + 0xfee0)).replaceAll(' ', '\u3000'),
      ),
  },
  { name: 'squashed', goal: EXACT_GOAL, write: (title) => written(title, (text) => text.replace(/\s+/g, '')) },
  {
    name: 'punctuation dropped',
    goal: EXACT_GOAL,
    write: (title, random) => {
      const by = random() < 0.5 ? '' : ' ';
      return written(title, (text) =>
        text
          .replace(/[\p{P}\p{S}]+/gu, by)
          .replace(/ +/g, ' ')
          .trim(),
      );
    },
  },
];
