import { describe, expect, test } from '@jest/globals';
import { dateAfter, dateIn, timeIn, weekOf } from '../../../src/site/explore/week.ts';

const beginsOf = (date: string, zone: string) => weekOf(date, zone).days.map(({ begin }) => begin.toISOString());

describe('a week in a time zone', () => {
  test.each(['2024-02-26', '2024-02-29', '2024-03-03'])('of %s goes from its Monday to its Sunday', (date) => {
    const { days, from, to } = weekOf(date, 'Asia/Tokyo');
    expect(days.map((day) => day.date)).toEqual([
      ...['2024-02-26', '2024-02-27', '2024-02-28', '2024-02-29', '2024-03-01', '2024-03-02', '2024-03-03'],
    ]);
    expect([from, to].map((at) => at.toISOString())).toEqual(['2024-02-25T15:00:00.000Z', '2024-03-03T15:00:00.000Z']);
  });

  test('is an hour shorter or longer where clocks change', () => {
    const hours = (date: string, zone: string) => {
      const { from, to } = weekOf(date, zone);
      return (to.getTime() - from.getTime()) / 3_600_000;
    };
    expect([hours('2024-03-31', 'Europe/Berlin'), hours('2024-10-27', 'Europe/Berlin')]).toEqual([167, 169]);
    expect([hours('2024-03-10', 'America/New_York'), hours('2024-07-01', 'UTC')]).toEqual([167, 168]);
  });

  test('a day whose midnight is skipped begins with the first instant that clocks show', () => {
    expect(beginsOf('2018-11-04', 'America/Sao_Paulo')[6]).toBe('2018-11-04T03:00:00.000Z');
    expect(timeIn('America/Sao_Paulo', new Date('2018-11-04T03:00:00Z'))).toBe('01:00');
  });

  test('days follow one another, also across the date line', () => {
    for (const zone of ['Pacific/Apia', 'Pacific/Kiritimati', 'Asia/Kathmandu', 'America/St_Johns', 'UTC']) {
      for (const date of ['2011-12-30', '1900-01-01', '2199-12-31']) {
        const begins = beginsOf(date, zone);
        expect([zone, begins]).toEqual([zone, [...begins].sort()]);
      }
    }
  });

  test('an instant has the date and time of the zone', () => {
    const at = new Date('2024-02-28T15:00:00.500Z');
    expect([dateIn('Asia/Tokyo', at), timeIn('Asia/Tokyo', at)]).toEqual(['2024-02-29', '00:00']);
    expect([dateIn('America/New_York', at), timeIn('America/New_York', at)]).toEqual(['2024-02-28', '10:00']);
    expect([dateAfter('2024-02-28', 2), dateAfter('2024-03-01', -1)]).toEqual(['2024-03-01', '2024-02-29']);
  });
});
