import type { z } from 'zod';
import type { animeSchema } from '../../rest/anime/animeResource.ts';
import type { episodeSchema } from '../../rest/episode/episodeResource.ts';
import type { facetSchema } from '../../rest/search/facetSchema.ts';
import type { hitSchema, interpretationSchema } from '../../rest/search/interpretationSchema.ts';

/** An anime as /v1 answers it. */
export type ShownAnime = z.output<typeof animeSchema>;

/** An episode, with the anime that it belongs to where that was included. */
export type ShownEpisode = z.output<typeof episodeSchema>;

/** A hit of a search, with the title by which it is found. */
export type ShownHit = z.output<typeof hitSchema>;

/** What is needed of an anime to name it. */
export interface Titled {
  readonly title: string;
  readonly titleLanguage?: string | null | undefined;
  readonly alternativeTitles?: readonly { readonly title: string; readonly language: string | null }[] | undefined;
  readonly titles?: Partial<Record<'native' | 'romaji' | 'english' | 'chinese', string | null>> | undefined;
}

/** A page of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly page: { readonly nextCursor: string | null };
}

/** A page of hits, and the interpretation of the text. */
export interface HitPage extends ListPage<ShownHit> {
  readonly found: number;
  readonly truncated: boolean;
  readonly facets: readonly z.output<typeof facetSchema>[];
  readonly interpretation: z.output<typeof interpretationSchema>;
}

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
export function titleInForm(anime: Titled, form: TitleForm): TitleInForm {
  const text = (form === 'catalogued' ? null : anime.titles?.[form]) ?? anime.title;
  return { text, language: languageOf(anime, text) };
}

/** The title beside the shown one: in English, else romanised, else the native one; null where all are alike. */
export function subtitleOf(anime: Titled, form: TitleForm): TitleInForm | null {
  const { text: shown } = titleInForm(anime, form);
  const { english = null, romaji = null, native = null } = anime.titles ?? {};
  const text = [english, romaji, native].find((title) => title !== null && title !== shown) ?? null;
  return text === null ? null : { text, language: languageOf(anime, text) };
}

/** The stated language; else the letters of a title or its place among the principal ones may show it. */
function languageOf({ title, titleLanguage, alternativeTitles = [], titles }: Titled, text: string): string | null {
  const all = [{ title, language: titleLanguage ?? null }, ...alternativeTitles];
  const statedOf = (text: string | null | undefined) => all.find((it) => it.title === text && it.language)?.language;
  const stated = statedOf(text);
  if (stated) return stated;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  if (titles?.english === text) return 'en';
  // Native and romanized titles are of one language.
  if (titles?.native === text) return statedOf(titles.romaji)?.split('-')[0] ?? null;
  if (titles?.romaji === text) return withLatin(statedOf(titles.native));
  return titles?.chinese === text ? 'zh' : null;
}

const withLatin = (tag: string | null | undefined) => (tag ? `${tag.split('-')[0]}-Latn` : null);

const names = new Intl.DisplayNames('en', { type: 'language' });

/** A language in English: `ja-Latn` is "Japanese (Latin)". @param tag BCP 47; null when unknown */
export function languageName(tag: string | null): string {
  if (tag === null) return 'language unknown';
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
