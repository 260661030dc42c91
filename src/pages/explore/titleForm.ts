import type { MaybeTitled } from './shownAnime.ts';

/** Which title of an anime pages show. */
export const TITLE_FORMS = ['catalogued', 'romaji', 'english', 'native'] as const;

export type TitleForm = (typeof TITLE_FORMS)[number];

export function isTitleForm(text: string | undefined): text is TitleForm {
  return TITLE_FORMS.some((form) => form === text);
}

interface TitleInForm {
  readonly text: string;
  /** BCP 47 tag; null when unknown. */
  readonly language: string | null;
}

/** The title in this form; the preferred one where no source states such a title. */
export function titleInForm(anime: MaybeTitled, form: TitleForm): TitleInForm {
  const text = (form === 'catalogued' ? null : anime.titles?.[form]) ?? anime.title;
  return { text, language: languageOf(anime, text) };
}

/** Of the preferred title no language is stated, but its letters or its place among the principal ones may tell. */
function languageOf({ alternativeTitles = [], titles }: MaybeTitled, text: string): string | null {
  const stated = alternativeTitles.find(({ title }) => title === text)?.language;
  if (stated) return stated;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  return titles?.english === text ? 'en' : null;
}
