import { beforeEach, expect, jest, test } from '@jest/globals';
import type { DueDelivery } from '../../../src/webhooks/dispatcher/dueDelivery.ts';
import { Lease, READ_AHEAD, SLOTS_PER_WEBHOOK } from '../../../src/webhooks/dispatcher/lease.ts';
import { fc } from '../../support/randomCases.ts';

const leased = { webhookId: 'a', epoch: 1, position: 10, isSlow: false, crashes: 0, isUrgent: false };

const delivery = (eventPosition: number | null, kind: 'log' | 'row' | 'urgent'): DueDelivery => ({
  ...{ id: `${kind} ${eventPosition}`, webhookId: 'a', eventId: 'e', kind: 'anime.created', eventPosition },
  ...{ payload: null, cycle: 0, attempt: 1, createdAt: '2026-01-01T00:00:00.000Z', url: '', secret: '', generation: 0 },
  ...{ isUrgent: kind === 'urgent', isFromLog: kind === 'log' },
});
const log = (from: number, count: number) => Array.from({ length: count }, (_, index) => delivery(from + index, 'log'));
const ping = delivery(null, 'urgent');

/** Reads what a statement has found that asked for as many of the log as are read ahead. */
const read = (lease: Lease, deliveries: readonly DueDelivery[], head: number, take = READ_AHEAD) =>
  lease.read({ deliveries, head, revision: 1 }, { take, urgent: 1 }, performance.now());

const newLease = (options: Partial<typeof leased> = {}) => new Lease({ ...leased, ...options });

beforeEach(() => void jest.useRealTimers());

test('its place never passes an event that is not written, in whatever order attempts end', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 11, max: 60 }), { minLength: 1, maxLength: 20 }),
      fc.infiniteStream(fc.nat()),
      (numbers, choices) => {
        const lease = newLease();
        let waiting = numbers.sort((one, other) => one - other).map((position) => delivery(position, 'log'));
        const unwritten: DueDelivery[] = [];
        const draw = (below: number) => (choices.next().value as number) % below;
        const last = waiting.at(-1)?.eventPosition;
        while (waiting.length + unwritten.length > 0) {
          if (draw(8) === 0) lease.forgetRead();
          if (lease.lacking !== null) read(lease, waiting, 60);
          if (lease.room > 0 && waiting.length > 0 && (unwritten.length === 0 || draw(2) === 0)) {
            const begun = lease.begin(1 + draw(3));
            expect(begun).toEqual(waiting.slice(0, begun.length));
            waiting = waiting.slice(begun.length);
            unwritten.push(...begun);
          } else {
            const batch = unwritten.splice(draw(unwritten.length), 1 + draw(3));
            const { position } = lease.placeAfter(batch);
            for (const open of unwritten) expect(position).toBeLessThan(open.eventPosition as number);
            for (const later of waiting) expect(position).toBeLessThan(later.eventPosition as number);
            lease.written(batch);
          }
        }
        expect([60, last]).toContain(lease.placeAfter([]).position);
        expect(lease.isIdle).toBe(true);
      },
    ),
  );
});

test('where nothing more is in the log it is read up to the head', () => {
  const lease = newLease();
  read(lease, log(11, READ_AHEAD), 100);
  expect([lease.mayHaveMore, lease.placeAfter([]).position]).toEqual([true, 10]);
  let begun = lease.begin(READ_AHEAD);
  expect([begun, lease.room, lease.lacking]).toEqual([log(11, SLOTS_PER_WEBHOOK), 0, null]);
  for (; begun.length > 0; begun = lease.begin(READ_AHEAD)) lease.written(begun);
  expect(lease.lacking).toMatchObject({ after: 10 + READ_AHEAD, take: READ_AHEAD, urgent: 1 });
  read(lease, log(11 + READ_AHEAD, 1), 100);
  expect([lease.mayHaveMore, lease.hasMore, lease.lacking]).toEqual([false, true, null]);
  lease.written(lease.begin(1));
  expect([lease.isWaiting, lease.placeAfter([]).position]).toEqual([false, 100]);
});

test('a read that asked for nothing of the log says nothing of it', () => {
  const lease = newLease();
  read(lease, [], 20, 0);
  expect([lease.mayHaveMore, lease.mayHaveUrgent, lease.placeAfter([]).position]).toEqual([true, false, 10]);
});

test('what was read a quarter of a second ago is read again, unless its webhook was seen unchanged since', () => {
  jest.useFakeTimers();
  const lease = newLease();
  const now = performance.now();
  read(lease, [...log(11, 6), ping], 20);
  lease.begin(2);
  lease.unchanged(now + 300);
  lease.refresh(now + 550);
  expect(lease.lacking).toBe(null);
  lease.refresh(now + 551);
  expect(lease.lacking).toMatchObject({ after: 12, take: READ_AHEAD, urgent: 1 });
  expect([lease.beginUrgent(), lease.begin(1)]).toEqual([null, []]);
});

test('what waits for a slot is out of date only when it has one', () => {
  jest.useFakeTimers();
  const lease = newLease();
  const now = performance.now();
  read(lease, log(11, 9), 30);
  const begun = lease.begin(9);
  lease.refresh(now + 300);
  lease.written(begun);
  lease.unchanged(now + 300);
  lease.refresh(now + 300);
  expect(lease.begin(9)).toEqual(log(15, 4));
});

test('what was read before a change is forgotten, whatever was seen since', () => {
  const lease = newLease();
  read(lease, log(11, 6), 20);
  lease.begin(2);
  lease.read({ deliveries: [ping], head: 20, revision: 2 }, { take: 0, urgent: 1 }, performance.now());
  expect([lease.begin(9), lease.lacking?.after]).toEqual([[], 12]);
  lease.read({ deliveries: [], head: 20, revision: 3 }, { take: 0, urgent: 0 }, performance.now());
  expect([lease.beginUrgent(), lease.lacking?.urgent]).toEqual([null, 1]);
});

test('slots are taken until what was sent is written; an urgent delivery has its own', () => {
  const lease = newLease();
  read(lease, [...log(11, 6), ping], 20);
  expect(lease.begin(9)).toHaveLength(SLOTS_PER_WEBHOOK);
  expect([lease.room, lease.hasUrgentRoom]).toEqual([0, true]);
  expect(lease.beginUrgent()).toBe(ping);
  expect([lease.room, lease.hasUrgentRoom]).toEqual([0, false]);
  lease.written([ping]);
  expect([lease.room, lease.hasUrgentRoom]).toEqual([0, true]);
  lease.written(log(11, 1));
  expect(lease.room).toBe(1);
});

test('a ping is looked for while another is on its way', () => {
  const lease = newLease();
  read(lease, [ping], 20);
  lease.beginUrgent();
  lease.mayHaveUrgent = true;
  lease.mayHaveMore = true;
  expect(lease.lacking).toMatchObject({ take: READ_AHEAD, urgent: 1 });
});

test('a slow webhook has one slot, and nothing is read ahead of it', () => {
  const lease = newLease({ isSlow: true });
  expect(lease.lacking).toMatchObject({ take: 1 });
  read(lease, [delivery(5, 'row'), ...log(11, 1)], 20);
  expect([lease.begin(9), lease.room, lease.hasUrgentRoom]).toEqual([[delivery(5, 'row')], 0, true]);
});

test('after a crash as many are sent one at a time as may have been in flight, the urgent one last', () => {
  const lease = newLease({ crashes: 1, isSlow: true });
  read(lease, [...log(11, 9), ping], 30);
  for (let position = 11; position <= 11 + SLOTS_PER_WEBHOOK; position += 1) {
    expect([lease.isOneAtATime, lease.isOnTrial, lease.room]).toEqual([true, position === 11, 1]);
    expect([lease.isQuarantined, lease.isSlow]).toEqual([false, false]);
    expect([lease.beginUrgent(), lease.begin(9)]).toEqual([null, log(position, 1)]);
    expect([lease.room, lease.hasUrgentRoom]).toEqual([0, false]);
    lease.written(log(position, 1));
    expect(lease.placeAfter([]).crashes).toBe(0);
  }
  expect([lease.isOneAtATime, lease.isOnTrial, lease.room]).toEqual([false, false, SLOTS_PER_WEBHOOK]);
  expect(lease.beginUrgent()).toBe(ping);
});

test('after a crash an urgent one is sent at once where nothing else waits', () => {
  const lease = newLease({ crashes: 1 });
  read(lease, [ping], 30);
  expect([lease.begin(9), lease.beginUrgent()]).toEqual([[], ping]);
  lease.written([ping]);
  read(lease, [], 30, 0);
  expect(lease.isOnTrial).toBe(false);
});

test('a trial ends where nothing is left, and holds up no others while a receiver hangs', () => {
  jest.useFakeTimers();
  const lease = newLease({ crashes: 1 });
  read(lease, log(11, 1), 20);
  const begun = lease.begin(1);
  jest.advanceTimersByTime(999);
  expect([lease.isOneAtATime, lease.isOnTrial]).toEqual([true, true]);
  jest.advanceTimersByTime(1);
  expect([lease.isOneAtATime, lease.isOnTrial]).toEqual([true, false]);
  lease.written(begun);
  expect([lease.isOneAtATime, lease.isOnTrial]).toEqual([false, false]);
});

test('after three crashes what is at the head is put aside, and after it nothing', () => {
  const lease = newLease({ crashes: 3 });
  expect(lease.isQuarantined).toBe(true);
  read(lease, log(11, 2), 20);
  lease.written(lease.begin(1));
  expect([lease.isOneAtATime, lease.isQuarantined]).toEqual([true, false]);
});

test('where nothing is at the head any more, nothing is put aside', () => {
  const lease = newLease({ crashes: 3 });
  read(lease, [], 20);
  expect([lease.isQuarantined, lease.isOnTrial, lease.placeAfter([]).crashes]).toEqual([false, false, 0]);
});
