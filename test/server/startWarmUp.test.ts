import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import pino from 'pino';
import { Closers } from '../../src/server/closers.ts';
import { startWarmUp } from '../../src/server/startWarmUp.ts';
import { until } from '../support/until.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const cold = () => ({ logger: pino({ level: 'silent' }), closers: new Closers(), isWarm: false });

/** Reads until it is told to end. */
async function readOn(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(20);
    collect();
  }
}

it('is told to end at its time, whatever has been collected meanwhile', async () => {
  const service = cold();
  let ended = false;
  const warmUp = async (signal: AbortSignal) => {
    await readOn(signal);
    ended = true;
  };
  startWarmUp(service, { warmUp }, 300);
  expect(service.isWarm).toBe(false);
  await until(() => ended);
  await until(() => service.isWarm);
});

it('keeps the process unready no longer, also where a read hangs', async () => {
  const service = cold();
  startWarmUp(service, { warmUp: () => new Promise(() => {}) }, 100);
  await until(() => service.isWarm);
});

it('makes the process ready when a read fails', async () => {
  const service = cold();
  startWarmUp(service, { warmUp: () => Promise.reject(new Error('the database is away')) });
  await until(() => service.isWarm);
  await service.closers.closeAll();
});

it('ends when the process stops, which waits for the read under way', async () => {
  const service = cold();
  let ended = false;
  const warmUp = async (signal: AbortSignal) => {
    await readOn(signal);
    await sleep(50);
    ended = true;
  };
  startWarmUp(service, { warmUp });
  await service.closers.closeAll();
  expect(ended).toBe(true);
});
