import type { CanonicalTitle } from './canonical.ts';

/** The titles that most readers look for; null where no source states one. */
export interface PrincipalTitles {
  readonly native: string | null;
  readonly romaji: string | null;
  readonly english: string | null;
  readonly chinese: string | null;
}

interface Stated {
  readonly title: string;
  readonly isOfficial: boolean;
  /** The tag's language without script and region, in lower case. */
  readonly language: string;
  readonly isRomanized: boolean;
  /** In traditional characters, by script or region. */
  readonly isTraditional: boolean;
}

const TRADITIONAL: readonly string[] = ['hant', 'tw', 'hk', 'mo'];

/**
 * The principal titles, by nothing but the languages and kinds that sources state (docs/import.md#principal-titles).
 * @param titles in canonical order, in which those of trusted sources come first
 */
export function principalTitles(titles: readonly CanonicalTitle[]): PrincipalTitles {
  const stated = titles.flatMap(readTag);
  const first = (...ranks: readonly ((title: Stated) => boolean)[]): Stated | undefined => {
    for (const fits of ranks) {
      const found = stated.find(fits);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const officialFirst = (fits: (title: Stated) => boolean) => [(it: Stated) => it.isOfficial && fits(it), fits];
  const titleOf = (...ranks: readonly ((title: Stated) => boolean)[]) => first(...ranks)?.title ?? null;

  // Only a work's own language is romanized; an English title may be a translation.
  const original = first(
    (it) => it.isRomanized,
    (it) => it.isOfficial && it.language !== 'en',
    (it) => it.isOfficial,
    (it) => it === stated[0] && it.language !== 'en',
  )?.language;
  const inLanguage = (language: string | undefined) => (it: Stated) => it.language === language && !it.isRomanized;
  const isChinese = inLanguage('zh');
  const isSimplified = (it: Stated) => isChinese(it) && !it.isTraditional;
  return {
    // A site that calls all its romanized titles Japanese lists Chinese works, too.
    native: titleOf(
      ...officialFirst(inLanguage(original)),
      (it) => it.isOfficial && it.language !== 'en' && !it.isRomanized,
    ),
    romaji: titleOf(...officialFirst((it) => it.isRomanized && it.language === original)),
    english: titleOf(...officialFirst(inLanguage('en'))),
    chinese: titleOf(
      (it) => it.isOfficial && isSimplified(it),
      (it) => it.isOfficial && isChinese(it),
      isSimplified,
      isChinese,
    ),
  };
}

/** Nothing of a title without a language, and of synonyms and short forms. */
function readTag({ title, language: tag, kind }: CanonicalTitle): Stated[] {
  if (tag === null || (kind !== null && kind !== 'official')) return [];
  const [language = '', ...subtags] = tag.toLowerCase().split('-');
  return [
    {
      title,
      isOfficial: kind === 'official',
      language,
      isRomanized: subtags.includes('latn'),
      isTraditional: subtags.some((subtag) => TRADITIONAL.includes(subtag)),
    },
  ];
}
