import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { openLogs } from '../../src/telemetry/logger.ts';

/** A reader that takes nothing until it is told to. */
class Reader extends Writable {
  readonly #taken: string[] = [];
  #resume: (() => void) | undefined;
  isReading = true;
  isGone = false;

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    if (this.isGone) {
      done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
      return;
    }
    this.#taken.push(chunk.toString());
    if (this.isReading) done();
    else this.#resume = done;
  }

  read(): void {
    this.isReading = true;
    this.#resume?.();
  }

  get lines(): { readonly msg: string; readonly dropped?: number }[] {
    return this.#taken
      .join('')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }
}

const open = (reader: Reader) => openLogs({ level: 'info', secrets: [], destination: reader });

describe('logs', () => {
  it('are written together, whole and in order', async () => {
    const reader = new Reader();
    const logs = open(reader);
    for (let n = 0; n < 1_000; n += 1) logs.logger.info(`line ${n}`);
    await logs.drain();
    expect(reader.lines.map(({ msg }) => msg)).toEqual(Array.from({ length: 1_000 }, (_, n) => `line ${n}`));
    expect(logs.dropped()).toBe(0);
  });

  it('leave the destination as it was when they are closed', async () => {
    const reader = new Reader();
    const before = reader.listenerCount('error');
    const logs = open(reader);
    expect(reader.listenerCount('error')).toBeGreaterThan(before);
    logs.logger.info('the last line');
    await logs.close();
    expect(reader.listenerCount('error')).toBe(before);
    expect(reader.lines.map(({ msg }) => msg)).toEqual(['the last line']);
  });

  it('drop what a reader who does not read leaves no room for, and tell how much it was', async () => {
    const reader = new Reader();
    reader.isReading = false;
    const logs = open(reader);
    const padding = 'x'.repeat(900);
    for (let n = 0; n < 20_000; n += 1) logs.logger.info({ padding }, `line ${n}`);
    expect(reader.writableLength).toBeLessThan(2_100_000);
    const dropped = logs.dropped();
    expect(dropped).toBeGreaterThan(15_000);
    await logs.drain();
    reader.read();
    await new Promise((resolve) => setImmediate(resolve));
    logs.logger.info('after');
    await logs.drain();
    const last = reader.lines.slice(-2);
    expect(last).toContainEqual(expect.objectContaining({ msg: 'after' }));
    expect(last).toContainEqual(expect.objectContaining({ dropped }));
  });

  it('survive a reader that is gone', async () => {
    const reader = new Reader({ autoDestroy: false });
    reader.isGone = true;
    const logs = open(reader);
    logs.logger.info('lost');
    await logs.drain();
    await new Promise((resolve) => setImmediate(resolve));
    for (let n = 0; n < 100; n += 1) logs.logger.info('dropped');
    expect(logs.dropped()).toBe(100);
  });
});
