import { describe, expect, test } from '@jest/globals';
import { sampleSeason } from '../../../src/cli/firstStart/sampleSeason.ts';
import { validateRecord } from '../../../src/graph/import/validateRecord.ts';
import { fc } from '../../support/randomCases.ts';

const DAY = 86_400_000;
const moments = fc.date({
  min: new Date('2024-01-01T00:00:00Z'),
  max: new Date('2030-01-01T00:00:00Z'),
  noInvalidDate: true,
});

function episodesAt(now: Date) {
  return sampleSeason(now).flatMap((record) => (record.type === 'episode' ? [record] : []));
}

describe('the sample season', () => {
  test('is named so and holds valid records only, parents before their episodes', () => {
    fc.assert(
      fc.property(moments, (now) => {
        const known = new Set<string>();
        for (const record of sampleSeason(now)) {
          expect(validateRecord(record)).toMatchObject({ ok: true, ignoredMembers: 0 });
          expect(record.source).toBe('sample');
          for (const { title } of record.titles ?? []) expect(title).toMatch(/^Sample: /);
          if (record.type === 'anime') known.add(record.sourceId);
          else expect(known).toContain(record.anime?.sourceId);
        }
        expect(known.size).toBeGreaterThanOrEqual(8);
      }),
    );
  });

  test('answers the default windows at any moment: releases, schedules, delays and premieres', () => {
    fc.assert(
      fc.property(moments, (now) => {
        const at = now.getTime();
        const episodes = episodesAt(now);
        const released = episodes.filter(
          ({ releasedAt }) => releasedAt != null && Date.parse(releasedAt) >= at - 7 * DAY,
        );
        const planned = episodes.filter(({ status, scheduledAt }) => {
          const time = Date.parse(scheduledAt ?? '');
          return (status === 'scheduled' || status === 'delayed') && time >= at && time < at + 7 * DAY;
        });
        expect(released.length).toBeGreaterThanOrEqual(6);
        expect(planned.length).toBeGreaterThanOrEqual(5);
        expect(episodes.map(({ status }) => status)).toEqual(expect.arrayContaining(['delayed', 'cancelled']));
        const premieres = sampleSeason(now).filter((record) => {
          const start = record.type === 'anime' ? Date.parse(record.startDate ?? '') : Number.NaN;
          return start > at - 7 * DAY && start <= at;
        });
        expect(premieres.length).toBeGreaterThanOrEqual(2);
      }),
    );
  });

  test('never releases ahead of time', () => {
    fc.assert(
      fc.property(moments, (now) => {
        for (const { releasedAt } of episodesAt(now)) {
          if (releasedAt != null) expect(Date.parse(releasedAt)).toBeLessThan(now.getTime());
        }
      }),
    );
  });

  test('is the same for the same moment', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect(sampleSeason(now)).toEqual(sampleSeason(now));
  });
});
