import type { Publications } from './publications.ts';

/**
 * What it takes to change the catalogue: the one object that publishes, and the
 * clock that is written beside what it does.
 */
export interface PublishingPorts {
  readonly publications: Publications;
  readonly now: () => Date;
}
