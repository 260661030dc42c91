import { createHook } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { PROMPT_MS } from '../../../src/webhooks/dispatcher/bulkheads.ts';
import { SLOTS_PER_WEBHOOK } from '../../../src/webhooks/dispatcher/lease.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import type { Reply } from '../../support/tls/startReceiver.ts';
import { until } from '../../support/until.ts';
import { openScene } from './openScene.ts';

describeWith(['postgres', 'openssl'], 'a dispatcher that cannot write how attempts ended', () => {
  const scene = openScene();

  /** Starts it with a webhook for each of these receivers, so many deliveries each, and a log of attempts that takes none. */
  const dispatch = async (replies: readonly Reply[], deliveries: number, deadlineMs: number) => {
    const receivers = [];
    for (const reply of replies) receivers.push(await scene.subscribed(reply));
    await scene.catalog.import(newAnime(0, deliveries));
    const worker = scene.dispatch(receivers, { deadlineMs });
    const release = await scene.lockLog();
    return { ...worker, release };
  };

  test('rests when it is behind, though an attempt takes long', async () => {
    const replies: Reply[] = [(_request, response) => response.writeHead(204).end(), () => {}];
    const { reports } = await dispatch(replies, 100, 10_000);
    await until(() => reports.length >= SLOTS_PER_WEBHOOK, 20_000);
    await sleep(PROMPT_MS + 500);
    let timers = 0;
    const count = (_id: number, type: string) => {
      if (type === 'Timeout') timers += 1;
    };
    const counting = createHook({ init: count }).enable();
    await sleep(1_000);
    counting.disable();
    expect(timers).toBeLessThan(50);
  }, 60_000);
});
