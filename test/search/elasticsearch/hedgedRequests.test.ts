import { setTimeout as sleep } from 'node:timers/promises';
import { errors } from '@elastic/elasticsearch';
import { expect, test } from '@jest/globals';
import { HedgedRequests } from '../../../src/search/elasticsearch/hedgedRequests.ts';

const { signal } = new AbortController();
const forever = new Promise<never>(() => {});

/** A way to send that gives these answers in turn, and counts. */
function answering<T>(...answers: readonly (() => Promise<T>)[]) {
  const sender = {
    sent: 0,
    send: () => {
      sender.sent += 1;
      return answers[sender.sent - 1]?.() ?? forever;
    },
  };
  return sender;
}
const refusal = (statusCode: number) => () => {
  const meta = { name: 'test', context: null, request: {}, connection: null, attempts: 0, aborted: false };
  return Promise.reject(
    new errors.ResponseError({ statusCode, body: { status: statusCode }, headers: {}, warnings: null, meta } as never),
  );
};
const cut = () => Promise.reject(new errors.ConnectionError('cut'));
const late = () => Promise.reject(new errors.TimeoutError('late'));

test('a second node is asked beside one that does not answer, and the third beside both', async () => {
  const sender = answering<string>(
    () => forever,
    () => forever,
    async () => 'third',
  );
  expect(await new HedgedRequests().send(3, signal, sender.send)).toBe('third');
  expect(sender.sent).toBe(3);
});

test('the wait for a slow node follows the answers of the last minute', async () => {
  const hedged = new HedgedRequests();
  const patient = async () => {
    await sleep(400);
    return 'slow';
  };
  await Promise.all(Array.from({ length: 20 }, () => hedged.send(1, signal, patient)));
  const sender = answering(patient, async () => 'second');
  expect(await hedged.send(2, signal, sender.send)).toBe('slow');
  expect(sender.sent).toBe(1);
});

test('in calm one request in twenty at most is sent twice', async () => {
  const hedged = new HedgedRequests();
  let sent = 0;
  const calm = async (n: number) => {
    sent += 1;
    await sleep(n % 10);
  };
  for (let n = 0; n < 200; n += 1) await hedged.send(3, signal, () => calm(n));
  expect(sent).toBeLessThanOrEqual(210);
});

/** Sends each request to the next node, 50 at a time. @returns how many were sent beside others */
async function sendInTurn(hedged: HedgedRequests, requests: number, timesMs: readonly (() => number)[]) {
  let sent = 0;
  let turn = 0;
  const ask = async () => {
    let node = turn;
    turn += 1;
    await hedged.send(timesMs.length, signal, async () => {
      sent += 1;
      const milliseconds = timesMs[node % timesMs.length]?.() ?? 0;
      node += 1;
      await sleep(milliseconds);
    });
  };
  const askOn = async () => {
    while (turn < requests) await ask();
  };
  await Promise.all(Array.from({ length: 50 }, askOn));
  return sent - turn;
}

test.each([
  ['one of three is always slow', [() => 300, () => 5, () => 5]],
  ['one of two is always slow', [() => 5, () => 300]],
  ['one of three is slow by turns', [() => (Math.random() < 0.5 ? 300 : 5), () => 5, () => 5]],
  ['each is of another speed', [() => 5, () => 120, () => 240]],
])(
  'nodes of uneven speed are sent one request in twenty more at most: %s',
  async (_name, timesMs) => {
    const hedged = new HedgedRequests();
    // Until the slow one has answered, the usual time is that of the others.
    await sendInTurn(hedged, 600, timesMs);
    await sleep(400);
    expect(await sendInTurn(hedged, 1_500, timesMs)).toBeLessThanOrEqual(75);
  },
  30_000,
);

test('a cluster whose nodes are all slow is sent a tenth more at most, beyond a reserve of 50', async () => {
  const hedged = new HedgedRequests();
  let sent = 0;
  const slow = async () => {
    sent += 1;
    await sleep(900);
  };
  await Promise.all(Array.from({ length: 1_000 }, () => hedged.send(3, signal, slow)));
  expect(sent).toBeLessThanOrEqual(1_150);
  // The reserve comes back with the requests.
  for (let n = 0; n < 10; n += 1) await hedged.send(3, signal, async () => {});
  const sender = answering<string>(
    () => forever,
    async () => 'second',
  );
  expect(await hedged.send(2, signal, sender.send)).toBe('second');
});

test('one of three nodes that hangs is waited for by no request, however many there are', async () => {
  const hedged = new HedgedRequests();
  let turn = 0;
  let waitedFor = 0;
  const ask = async () => {
    let node = turn % 3;
    turn += 1;
    await hedged.send(3, signal, async () => {
      const hangs = node === 0;
      node = (node + 1) % 3;
      if (!hangs) return void (await sleep(5));
      await sleep(850);
      if (node === 1) waitedFor += 1;
      return await late();
    });
  };
  const asking: Promise<void>[] = [];
  for (let n = 0; n < 900; n += 1) {
    asking.push(ask());
    if (n % 3 === 0) await sleep(2);
  }
  await Promise.all(asking);
  expect(waitedFor).toBe(0);
});

test('a node that fails is followed by the next at once, and a lone node is asked once more', async () => {
  for (const failure of [cut, late, refusal(503)]) {
    const sender = answering<string>(failure, async () => 'second');
    expect(await new HedgedRequests().send(1, signal, sender.send)).toBe('second');
  }
});

test('when all fail, the first error is told', async () => {
  const sender = answering<string>(cut, late, refusal(502));
  await expect(new HedgedRequests().send(3, signal, sender.send)).rejects.toThrow('cut');
  expect(sender.sent).toBe(3);
});

test.each([400, 401, 404, 429])('an answer of %i is final', async (status) => {
  const sender = answering<string>(refusal(status), async () => 'never');
  await expect(new HedgedRequests().send(3, signal, sender.send)).rejects.toMatchObject({ statusCode: status });
  expect(sender.sent).toBe(1);
});

test('a second node that refuses does not end what the first is about to answer', async () => {
  const sender = answering<string>(async () => {
    await sleep(500);
    return 'first';
  }, refusal(429));
  expect(await new HedgedRequests().send(2, signal, sender.send)).toBe('first');
  expect(sender.sent).toBe(2);
});

test('nothing is sent again for a caller that gave up', async () => {
  const controller = new AbortController();
  const sender = answering<string>(async () => {
    controller.abort();
    return await cut();
  });
  await expect(new HedgedRequests().send(3, controller.signal, sender.send)).rejects.toThrow('cut');
  expect(sender.sent).toBe(1);
});

test('a caller that gives up while a node hangs leaves no timer that sends', async () => {
  const controller = new AbortController();
  let sent = 0;
  const sending = new HedgedRequests().send(3, controller.signal, async () => {
    sent += 1;
    await sleep(60_000, undefined, { signal: controller.signal });
  });
  await sleep(50);
  controller.abort();
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  await sleep(400);
  expect(sent).toBe(1);
});
