import type { Publications } from './publications.ts';

/** The ports that change the catalogue: the publications, and the clock for their records. */
export interface PublishingPorts {
  readonly publications: Publications;
  readonly now: () => Date;
}
