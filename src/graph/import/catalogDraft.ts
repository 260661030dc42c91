import { AnimeDrafts } from './animeDrafts.ts';
import { EpisodeDrafts } from './episodeDrafts.ts';
import { SourceStandings } from './sourceStandings.ts';
import { WrittenRecords } from './writtenRecords.ts';

/**
 * The part of the catalogue that a batch touches, in memory: filled from the tables (loadDraft), changed record by record, then
 * published in one go. It holds no rule of matching (planAnime, placeEpisodes) and writes nothing (publish).
 */
export class CatalogDraft {
  readonly sources = new SourceStandings();
  readonly written = new WrittenRecords();
  readonly anime = new AnimeDrafts(this.sources, this.written);
  readonly episodes = new EpisodeDrafts(this.sources, this.written);
}
