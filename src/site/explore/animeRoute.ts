import type { z } from 'zod';
import type { animeSchema } from '../../rest/anime/animeResource.ts';
import { getAnime } from '../../rest/anime/getAnime.ts';
import type { episodeSchema } from '../../rest/episode/episodeResource.ts';
import { listAnimeEpisodes } from '../../rest/episode/listAnimeEpisodes.ts';
import type { ExploreRoute } from './exploreRoute.ts';
import type { Listed } from './listed.ts';

/** `/explore/anime/{id}`: one anime with its episodes. */
export const animeRoute: ExploreRoute = {
  path: '/explore/anime/{id}',
  query: ['after'],
  async render(request, { id = '', ...page }) {
    const included = { include: 'nextEpisode,lastReleased' };
    const anime = await request.ask<z.output<typeof animeSchema>>(getAnime, { id, ...included });
    const listed = { id, limit: '100', ...page };
    const episodes = await request.ask<Listed<z.output<typeof episodeSchema>>>(listAnimeEpisodes, listed);
    const { animePage } = await import('./animePage.tsx');
    return animePage({ reader: request.reader, anime, episodes });
  },
};
