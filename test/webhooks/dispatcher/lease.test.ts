import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DueDelivery } from '../../../src/webhooks/dispatcher/dueDelivery.ts';
import { Lease, SLOTS_PER_WEBHOOK } from '../../../src/webhooks/dispatcher/lease.ts';

const leased = { webhookId: 'a', epoch: 1, position: 10, isSlow: false, crashes: 0 };

const delivery = (eventPosition: number | null, kind: 'log' | 'row' | 'urgent'): DueDelivery => ({
  ...{ id: `${kind} ${eventPosition}`, webhookId: 'a', eventId: 'e', kind: 'anime.created', eventPosition },
  ...{ payload: null, cycle: 0, attempt: 1, createdAt: '2026-01-01T00:00:00.000Z', url: '', secret: '', generation: 0 },
  ...{ isUrgent: kind === 'urgent', isFromLog: kind === 'log' },
});

test('its place never passes an event that is not written, in whatever order attempts end', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 11, max: 60 }), { minLength: 1, maxLength: 20 }),
      fc.infiniteStream(fc.nat()),
      (numbers, choices) => {
        const lease = new Lease(leased);
        const positions = numbers.sort((one, other) => one - other);
        const waiting = positions.map((position) => delivery(position, 'log'));
        const unwritten: DueDelivery[] = [];
        const draw = (below: number) => (choices.next().value as number) % below;
        while (waiting.length + unwritten.length > 0) {
          const takes = waiting.length > 0 && (unwritten.length === 0 || draw(2) === 0);
          if (takes) {
            const next = waiting.shift() as DueDelivery;
            lease.begin(next);
            unwritten.push(next);
          } else {
            const batch = unwritten.splice(draw(unwritten.length), 1 + draw(3));
            const { position } = lease.placeAfter(batch);
            for (const open of unwritten) expect(position).toBeLessThan(open.eventPosition as number);
            for (const later of waiting) expect(position).toBeLessThan(later.eventPosition as number);
            lease.written(batch);
          }
        }
        expect(lease.placeAfter([]).position).toBe(positions.at(-1));
        expect(lease.isIdle).toBe(true);
      },
    ),
    { numRuns: 100 },
  );
});

test('where nothing more is in the log it is read up to the head, and not while something found was not taken', () => {
  const lease = new Lease(leased);
  const [first, second] = [delivery(11, 'log'), delivery(12, 'log')];
  lease.read([first, second], [first], 4, 20);
  lease.begin(first);
  expect([lease.readUpTo, lease.mayHaveMore]).toEqual([11, true]);
  lease.read([second], [second], 4, 20);
  lease.begin(second);
  expect([lease.readUpTo, lease.mayHaveMore]).toEqual([20, false]);
  lease.written([second]);
  expect(lease.placeAfter([]).position).toBe(10);
  lease.written([first]);
  expect(lease.placeAfter([]).position).toBe(20);
});

test('a read that asked for nothing of the log says nothing of it', () => {
  const lease = new Lease(leased);
  lease.read([], [], 0, 20);
  expect([lease.readUpTo, lease.mayHaveMore, lease.mayHaveUrgent]).toEqual([10, true, false]);
});

test('slots are taken until what was sent is written; an urgent delivery has its own', () => {
  const lease = new Lease(leased);
  for (let position = 11; position < 11 + SLOTS_PER_WEBHOOK; position += 1) lease.begin(delivery(position, 'log'));
  expect([lease.room, lease.urgentRoom]).toEqual([0, 1]);
  const urgent = delivery(null, 'urgent');
  lease.begin(urgent);
  expect([lease.room, lease.urgentRoom]).toEqual([0, 0]);
  lease.written([urgent]);
  expect([lease.room, lease.urgentRoom]).toEqual([0, 1]);
  lease.written([delivery(11, 'log')]);
  expect(lease.room).toBe(1);
});

test('a slow webhook has one slot', () => {
  const lease = new Lease({ ...leased, isSlow: true });
  expect([lease.room, lease.urgentRoom]).toEqual([1, 1]);
  lease.begin(delivery(5, 'row'));
  expect([lease.room, lease.urgentRoom]).toEqual([0, 1]);
});

test('after a crash as many are sent one at a time as may have been in flight', () => {
  const lease = new Lease({ ...leased, crashes: 1 });
  for (let position = 11; position <= 11 + SLOTS_PER_WEBHOOK; position += 1) {
    const [next, later] = [delivery(position, 'log'), delivery(position + 1, 'log')];
    expect([lease.isOneAtATime, lease.isAlone, lease.putsAside, lease.room, lease.urgentRoom]).toEqual([
      ...[true, false, false],
      ...[1, 1],
    ]);
    expect(lease.choose([next, later])).toEqual([next]);
    lease.begin(next);
    expect([lease.room, lease.urgentRoom]).toEqual([0, 0]);
    lease.written([next]);
    expect(lease.placeAfter([]).crashes).toBe(0);
  }
  expect([lease.isOneAtATime, lease.room]).toEqual([false, SLOTS_PER_WEBHOOK]);
});

test('the oldest is at the head then: a later ping does not displace it', () => {
  const urgent = { ...delivery(null, 'urgent'), createdAt: '2026-01-01T00:00:01.000Z' };
  const [first, second] = [delivery(11, 'log'), delivery(12, 'log')];
  expect(new Lease({ ...leased, crashes: 2 }).choose([urgent, first, second])).toEqual([first]);
  expect(new Lease(leased).choose([urgent, first, second])).toEqual([urgent, first, second]);
});

test('after three crashes what is at the head is put aside, and after it nothing', () => {
  const [first, second] = [delivery(11, 'log'), delivery(12, 'log')];
  const lease = new Lease({ ...leased, crashes: 3 });
  expect([lease.isAlone, lease.putsAside]).toEqual([true, true]);
  lease.read([first, second], [first], 1, 20);
  lease.begin(first);
  lease.written([first]);
  expect([lease.isOneAtATime, lease.putsAside]).toEqual([true, false]);
});

test('where nothing is at the head any more, nothing is put aside', () => {
  const lease = new Lease({ ...leased, crashes: 3 });
  lease.read([], [], 1, 20);
  expect([lease.putsAside, lease.placeAfter([]).crashes]).toEqual([false, 0]);
});
