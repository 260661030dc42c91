import { describe, expect, test } from '@jest/globals';
import { canonicalEpisode } from '../../../../src/graph/import/draft/canonicalEpisode.ts';
import type { PlacedEpisodeRecord } from '../../../../src/graph/import/draft/drafts.ts';
import type { EpisodeRecord } from '../../../../src/graph/import/record.ts';

const releasedAt = '2020-01-01T00:00:00.000Z';

/** A record of a source that said it in this import; without a number it is being imported. */
function said(source: string, status: EpisodeRecord['status'], batch: number | null = null): PlacedEpisodeRecord {
  const record: EpisodeRecord = {
    ...{ type: 'episode', source, sourceId: '1', number: 1 },
    ...(status && { status }),
    ...(status === 'released' && { releasedAt }),
  };
  return { record, animeId: 'a', batch, statusBatch: batch };
}

describe('the status of an episode', () => {
  test.each([
    ['the most believed word', [said('mal', 'delayed', 1), said('anilist', 'scheduled', 2)], 'delayed'],
    ['a later confirmation before a plan', [said('mal', 'scheduled', 1), said('anilist', 'released', 2)], 'released'],
    ['a later confirmation before a delay', [said('mal', 'delayed', 1), said('anilist', 'released')], 'released'],
    ['of one import the confirmation', [said('mal', 'scheduled', 2), said('anilist', 'released', 2)], 'released'],
    [
      'of two that are being imported the confirmation',
      [said('mal', 'scheduled'), said('anilist', 'released')],
      'released',
    ],
    ['a plan that was told since', [said('mal', 'scheduled', 2), said('anilist', 'released', 1)], 'scheduled'],
    ['a plan that is being told', [said('mal', 'scheduled'), said('anilist', 'released', 1)], 'scheduled'],
    [
      'no confirmation before a cancellation',
      [said('mal', 'cancelled', 1), said('anilist', 'released', 2)],
      'cancelled',
    ],
    ['what reviewers decided', [said('review', 'scheduled', 1), said('anilist', 'released', 2)], 'scheduled'],
    ['a plan before what was made by hand', [said('mal', 'scheduled', 1), said('by-hand', 'released', 1)], 'scheduled'],
    [
      'of several plans the most believed that was told since',
      [said('mal', 'scheduled', 1), said('anilist', 'delayed', 3), said('anidb', 'released', 2)],
      'delayed',
    ],
    ['the first that is known', [said('mal', undefined, 1), said('anilist', 'cancelled', 2)], 'cancelled'],
    ['a plan where nothing is known', [said('mal', undefined, 1)], 'scheduled'],
  ] as const)('is %s', (_, records, status) => {
    expect(canonicalEpisode(records)).toMatchObject({
      status,
      releasedAt: status === 'released' ? releasedAt : null,
    });
  });
});
