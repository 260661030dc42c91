import type { EpisodeStatus } from './vocabulary.ts';

/** The state before a change; null at the first import. */
export type EpisodeOrigin = 'new' | EpisodeStatus;

/** The effects of a change of state. */
export interface EpisodeTransition {
  /** Whether the source confirms a release: releasedAt is set, and the first time ever episode.released is emitted. */
  readonly confirms: boolean;
  /** Whether a confirmation is withdrawn: releasedAt is cleared. */
  readonly retracts: boolean;
  /** The meaning for a reader. */
  readonly meaning: string;
}

const plans: Readonly<Record<Exclude<EpisodeStatus, 'released'>, string>> = {
  scheduled: 'planned',
  delayed: 'put off',
  cancelled: 'called off; in no window',
};

/**
 * The state machine of an episode. A source may correct any state to any other; time causes no transition: a planned
 * time in the past confirms nothing (docs/contract.md#episodes). Every publication that changes an episode emits one
 * event: `episode.released` for the first confirmation ever, else `episode.updated`.
 */
export const EPISODE_LIFE: Readonly<Record<EpisodeOrigin, Readonly<Record<EpisodeStatus, EpisodeTransition>>>> = {
  new: {
    scheduled: step(plans.scheduled),
    delayed: step(plans.delayed),
    released: confirmation('released; historical first imports included'),
    cancelled: step(plans.cancelled),
  },
  scheduled: {
    scheduled: step('another planned time, number or title'),
    delayed: step(plans.delayed),
    released: confirmation('released'),
    cancelled: step(plans.cancelled),
  },
  delayed: {
    scheduled: step('planned again'),
    delayed: step('another planned time, number or title'),
    released: confirmation('released'),
    cancelled: step(plans.cancelled),
  },
  released: {
    scheduled: retraction('the confirmation was wrong; planned'),
    delayed: retraction('the confirmation was wrong; put off'),
    released: confirmation('another release time, number or title'),
    cancelled: retraction('the confirmation was wrong; called off'),
  },
  cancelled: {
    scheduled: step('planned after all'),
    delayed: step('put off after all'),
    released: confirmation('released after all'),
    cancelled: step('another number or title'),
  },
};

/** The event of a change; it depends on whether episode.released was ever emitted for the episode. */
export function episodeEvent(
  from: EpisodeOrigin,
  to: EpisodeStatus,
  releaseAnnounced: boolean,
): 'episode.released' | 'episode.updated' {
  return EPISODE_LIFE[from][to].confirms && !releaseAnnounced ? 'episode.released' : 'episode.updated';
}

function step(meaning: string): EpisodeTransition {
  return { confirms: false, retracts: false, meaning };
}

function confirmation(meaning: string): EpisodeTransition {
  return { confirms: true, retracts: false, meaning };
}

function retraction(meaning: string): EpisodeTransition {
  return { confirms: false, retracts: true, meaning };
}
