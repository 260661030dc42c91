import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ClaimedDelivery } from '../../../src/webhooks/dispatcher/claims.ts';
import { type ClaimBatch, FairScheduler, type RunningAttempt } from '../../../src/webhooks/dispatcher/fairScheduler.ts';

const SLOTS = 64;
const ANSWERED = { status: 204, error: null } as const;
const IN_VAIN = { status: null, error: 'timeout' } as const;

describe('the turns of webhooks', () => {
  let scheduler: FairScheduler;
  let sending: number;
  let underWay: RunningAttempt[];
  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    scheduler = new FairScheduler(SLOTS);
    sending = 0;
    underWay = [];
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const due = (prefix: string, count: number, isSilent = false) => {
    for (let index = 0; index < count; index += 1) scheduler.due(`${prefix} ${index}`, isSilent);
  };
  const claim = (batch: ClaimBatch, each: number) => {
    const ids = batch.webhooks.flatMap((id) => Array<string>(each).fill(id)).slice(0, batch.wanted);
    const claimed = ids.map((webhookId) => ({ webhookId, slots: batch.perWebhook }) as ClaimedDelivery);
    scheduler.claimed(batch, { claimed, full: [] });
    for (const id of ids) underWay.push(scheduler.began(id));
    sending += ids.length;
    return ids;
  };
  /** As a queue that has no end would. */
  const claimAll = () => {
    const all: string[] = [];
    const take = () => scheduler.take(scheduler.free(sending));
    for (let batch = take(); batch !== null; batch = take()) {
      all.push(...claim(batch, batch.perWebhook));
    }
    return all;
  };
  const end = (passes: (webhook: string) => boolean, result: Parameters<FairScheduler['ended']>[1]) => {
    const ending = underWay.filter(({ webhook }) => passes(webhook));
    underWay = underWay.filter((attempt) => !ending.includes(attempt));
    for (const attempt of ending) {
      scheduler.ended(attempt, result);
      sending -= 1;
    }
  };
  const countOf = (all: readonly string[], prefix: string) => all.filter((id) => id.startsWith(prefix)).length;

  test('a single webhook has four slots, many that answer have all', () => {
    due('one', 1);
    expect(claimAll()).toHaveLength(4);
    end(() => true, ANSWERED);
    due('many', 100);
    claimAll();
    end(() => true, ANSWERED);
    claimAll();
    end(() => true, ANSWERED);
    due('many', 100);
    expect(claimAll()).toHaveLength(SLOTS);
  });

  test('however many hang, those that answer keep a quarter of the slots', () => {
    due('healthy', 1);
    claimAll();
    end(() => true, ANSWERED);
    due('hanging', 100);
    scheduler.due('healthy 0', false);
    const first = claimAll();
    expect(countOf(first, 'hanging')).toBe(SLOTS * 0.75);
    expect(countOf(first, 'healthy')).toBe(4);
    let later: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      end((id) => id.startsWith('healthy'), ANSWERED);
      jest.advanceTimersByTime(15_000);
      end((id) => id.startsWith('hanging'), IN_VAIN);
      due('hanging', 100, true);
      later = claimAll();
    }
    expect(countOf(later, 'hanging')).toBe(SLOTS / 2);
    expect(new Set(later.filter((id) => id.startsWith('hanging'))).size).toBe(SLOTS / 2);
  });

  const answerAll = () => {
    for (let round = 0; round < 50; round += 1) {
      claimAll();
      end(() => true, ANSWERED);
    }
  };

  test.each([
    ['answered until now', true, 3],
    ['nobody has asked yet', false, 11],
  ])(
    'when hundreds hang at once that %s, one that answers waits for none of their deadlines',
    (_what, areKnown, bound) => {
      const HANGING = 200;
      due('hanging', HANGING);
      due('healthy', 1);
      if (areKnown) {
        answerAll();
        due('hanging', HANGING);
        due('healthy', 1);
      }
      let seconds = 0;
      for (let all = claimAll(); countOf(all, 'healthy') === 0; all = claimAll()) {
        seconds += 1;
        jest.advanceTimersByTime(1_000);
        expect(seconds).toBeLessThan(15);
      }
      expect(seconds).toBeLessThanOrEqual(bound);
    },
  );

  test('no more than four slotfuls are in flight, however many hang', () => {
    due('hanging', 1_000);
    answerAll();
    due('hanging', 1_000);
    for (let second = 0; second < 14; second += 1) {
      claimAll();
      jest.advanceTimersByTime(1_000);
    }
    expect(sending).toBe(4 * SLOTS);
  });

  test('one that is under way for a second is slow already, one that answers has its slots back', () => {
    due('one', 1);
    claimAll();
    jest.advanceTimersByTime(1_500);
    end(() => true, IN_VAIN);
    due('one', 1, true);
    expect(claimAll()).toHaveLength(1);
    end(() => true, ANSWERED);
    due('one', 1);
    expect(claimAll()).toHaveLength(4);
  });

  test('what another process has waited for in vain begins with one slot', () => {
    due('one', 1, true);
    expect(claimAll()).toHaveLength(1);
    end(() => true, { status: null, error: 'interrupted' });
    due('one', 1, true);
    expect(claimAll()).toHaveLength(1);
    end(() => true, null);
    // It was answered elsewhere, or has a new URL.
    due('one', 1, false);
    expect(claimAll()).toHaveLength(4);
  });

  test('they come in turn, and one whose slots are taken elsewhere comes when one of its own ends', () => {
    due('one', 3);
    const order = (slots: number) => scheduler.take(slots)?.webhooks ?? [];
    const first = scheduler.take(2);
    expect(first?.webhooks).toEqual(['one 0', 'one 1']);
    if (first !== null) claim(first, 1);
    expect(order(2)).toEqual(['one 2', 'one 0']);
    const last = scheduler.take(1);
    expect(last?.webhooks).toEqual(['one 1']);
    if (last !== null) scheduler.claimed(last, { claimed: [], full: ['one 1'] });
    expect(scheduler.take(9)).toBeNull();
    end((id) => id === 'one 1', ANSWERED);
    expect(order(1)).toEqual(['one 1']);
  });

  test('one that got less than it might has no more until something is due again', () => {
    due('one', 1);
    const batch = scheduler.take(9);
    if (batch !== null) claim(batch, 1);
    expect(scheduler.take(9)).toBeNull();
    end(() => true, ANSWERED);
    expect(scheduler.take(9)).toBeNull();
    due('one', 1);
    expect(scheduler.take(9)).not.toBeNull();
  });
});
