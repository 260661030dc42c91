import type { PublicResources } from '../graph/publication/publish.ts';
import { animeResource } from './anime/animeResource.ts';
import { episodeResource } from './episode/episodeResource.ts';

/** Builds the resources in events, the same as GET serves. */
export const publicResources: PublicResources = { anime: animeResource, episode: episodeResource };
