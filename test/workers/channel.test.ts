import { expect, test } from '@jest/globals';
import { Channel, type Message } from '../../src/workers/channel.ts';

interface Counter {
  add(points: number): number;
  fail(): never;
}

/** Both sides of a channel, and how many messages went which way. */
function pair() {
  const sent = { toCounter: 0, toCaller: 0 };
  const taken: number[] = [];
  let total = 0;
  const over = (messages: readonly Message[]) => JSON.parse(JSON.stringify(messages)) as Message[];
  const counter: Channel<Counter, object> = new Channel<Counter, object>(
    (messages) => {
      sent.toCaller += 1;
      caller.receive(over(messages));
    },
    {
      add: (points) => {
        taken.push(points);
        total += points;
        return total;
      },
      fail: () => {
        throw new Error('no');
      },
    },
  );
  const caller: Channel<object, Counter> = new Channel<object, Counter>((messages) => {
    sent.toCounter += 1;
    counter.receive(over(messages));
  }, {});
  return { caller, sent, taken };
}

test('calls of one turn are sent together, in order, and each gets its own answer', async () => {
  const { caller, sent, taken } = pair();
  const answers = await Promise.all([1, 2, 3].map((points) => caller.call('add', points)));
  expect(answers).toEqual([1, 3, 6]);
  expect(taken).toEqual([1, 2, 3]);
  expect(sent).toEqual({ toCounter: 1, toCaller: 1 });
});

test('a call that fails there fails here', async () => {
  await expect(pair().caller.call('fail')).rejects.toThrow('no');
});
