/** The genres that tags of anime-offline-database mean, and the tags (lower case) that mean them. */
const TAGS_OF_GENRE = {
  Action: ['action'],
  Adventure: ['adventure'],
  'Avant Garde': ['avant garde', 'avant-garde', 'dementia'],
  'Award Winning': ['award winning'],
  'Boys Love': ['boys love', "boys' love", 'shounen ai', 'shounen-ai', 'shōnen-ai', 'yaoi'],
  Comedy: ['comedy'],
  Drama: ['drama'],
  Ecchi: ['ecchi'],
  Erotica: ['erotica'],
  Fantasy: ['fantasy'],
  'Girls Love': ['girls love', "girls' love", 'shoujo ai', 'shoujo-ai', 'shōjo-ai', 'yuri'],
  Gourmet: ['cooking', 'gourmet'],
  Hentai: ['hentai'],
  Horror: ['horror'],
  'Magical Girl': ['magical girl', 'magical girls', 'mahou shoujo'],
  Mecha: ['mecha'],
  Music: ['music'],
  Mystery: ['mystery'],
  Psychological: ['psychological'],
  Romance: ['romance'],
  'Sci-Fi': ['sci fi', 'sci-fi', 'science fiction', 'science-fiction'],
  'Slice of Life': ['daily life', 'slice of life'],
  Sports: ['sport', 'sports'],
  Supernatural: ['supernatural'],
  Suspense: ['suspense', 'thriller'],
} as const;

const GENRE_OF_TAG: ReadonlyMap<string, string> = new Map(
  Object.entries(TAGS_OF_GENRE).flatMap(([genre, tags]) => tags.map((tag) => [tag, genre])),
);

/** The genre that a tag means; undefined for the many tags that name no genre ("time skip", "asia"). */
export function genreOfTag(tag: string): string | undefined {
  return GENRE_OF_TAG.get(tag.trim().toLowerCase());
}
