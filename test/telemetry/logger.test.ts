import { Writable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { openLogs } from '../../src/telemetry/logger.ts';

/** A reader of the log, a terminal or none. */
class Reader extends Writable {
  text = '';
  readonly isTTY: boolean;

  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

async function logged(
  write: (logger: ReturnType<typeof openLogs>['logger']) => void,
  { isTTY = true, format = 'auto' }: { isTTY?: boolean; format?: 'auto' | 'json' | 'text' } = {},
): Promise<string> {
  const reader = new Reader(isTTY);
  const logs = openLogs({ level: 'info', secrets: ['the-secret'], destination: reader, format });
  write(logs.logger);
  await logs.drain();
  return reader.text;
}

describe('the log at a terminal', () => {
  test.each<[string, Parameters<typeof logged>[0], RegExp]>([
    ['time level message', (log) => log.info('listening'), /^\d\d:\d\d:\d\d info {2}listening\n$/],
    [
      'plain members, and how many a list holds',
      (log) => log.warn({ port: 3000, off: false, roles: ['rest', 'graph'], nested: { a: 1 }, none: null }, 'told'),
      /^\d\d:\d\d:\d\d warn {2}told port=3000 off=false roles=2\n$/,
    ],
    ['the message of an error', (log) => log.warn({ err: new Error('gone') }, 'waits'), /warn {2}waits: gone\n$/],
    [
      'the stack where something failed',
      (log) => log.error({ err: new Error('broken') }, 'did not close'),
      /error did not close\n {2}Error: broken\n {6}at .*logger\.test/,
    ],
    [
      'what a terminal would obey',
      (log) => log.info({ path: '/\u009b2J\u001b' }, 'a\u202eb'),
      /a\\u202eb path=\/\\u009b2J\\u001b\n$/,
    ],
    ['no secret', (log) => log.info('it is the-secret'), /info {2}it is \[redacted\]\n$/],
  ])('shows %s', async (_what, write, expected) => {
    expect(await logged(write)).toMatch(expected);
  });

  test.each([
    [{ isTTY: false }, true],
    [{ isTTY: true, format: 'json' }, true],
    [{ isTTY: false, format: 'json' }, true],
    [{ isTTY: false, format: 'text' }, false],
    [{ isTTY: true, format: 'auto' }, false],
  ] as const)('%j: JSON is %p', async (options, isJson) => {
    expect((await logged((log) => log.info('listening'), options)).startsWith('{')).toBe(isJson);
  });

  test('shows requests at debug alone', () => {
    const open = (isTTY: boolean) => openLogs({ level: 'info', secrets: [], destination: new Reader(isTTY) });
    expect([open(true).requestLevel, open(false).requestLevel]).toEqual(['debug', 'info']);
  });
});
