import type { PublicResources } from '../graph/publication/resources.ts';
import { animeResource } from './anime/animeResource.ts';
import { episodeResource } from './episode/episodeResource.ts';

/** Events carry the very resources that GET serves. */
export const publicResources: PublicResources = { anime: animeResource, episode: episodeResource };
