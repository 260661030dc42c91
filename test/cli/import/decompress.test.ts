import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { decompress as unpackFrames } from 'fzstd';
import { decompress } from '../../../src/cli/import/decompress.ts';

/** 400 lines, packed with `zstd -3`, `-19`, `--ultra -22 --long=27`, and as two frames in a row. */
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}.ndjson.zst`, import.meta.url));
const PLAIN = Buffer.from(unpackFrames(fixture('level3')));

async function unpack(
  bytes: Uint8Array,
  size = 1_000,
  note = (_text: string) => {},
): Promise<{ bytes: Buffer; error: unknown }> {
  async function* source() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of decompress(source(), note)) chunks.push(chunk);
    return { bytes: Buffer.concat(chunks), error: null };
  } catch (error) {
    return { bytes: Buffer.concat(chunks), error };
  }
}

test('the fixtures hold 400 lines', () => {
  expect(PLAIN.toString('utf8').trim().split('\n')).toHaveLength(400);
});

describe('unpacking', () => {
  test.each(['level3', 'level19', 'long27', 'twoFrames'])('reads zstd: %s', async (name) => {
    expect(await unpack(fixture(name))).toEqual({ bytes: PLAIN, error: null });
  });

  test.each([1, 3, 65536])('reads zstd in pieces of %i bytes', async (size) => {
    expect(await unpack(fixture('level3'), size)).toEqual({ bytes: PLAIN, error: null });
  });

  // Node unpacks each piece in a thread: pieces of a byte took 30 s on a busy machine.
  test.each([64, 65536])('reads gzip in pieces of %i bytes', async (size) => {
    expect(await unpack(gzipSync(PLAIN), size)).toEqual({ bytes: PLAIN, error: null });
  });

  test('reads gzip of several members', async () => {
    const half = PLAIN.length / 2;
    const packed = Buffer.concat([gzipSync(PLAIN.subarray(0, half)), gzipSync(PLAIN.subarray(half))]);
    expect(await unpack(packed)).toEqual({ bytes: PLAIN, error: null });
    expect(gunzipSync(packed)).toEqual(PLAIN);
  });

  test('reads a gzip header with all its members', async () => {
    const plain = gzipSync(PLAIN);
    const more = Buffer.from([3, 0, 1, 2, 3, ...Buffer.from('name\0comment\0'), 0, 0]);
    const packed = Buffer.concat([
      plain.subarray(0, 3),
      Buffer.from([0b1_1110]),
      plain.subarray(4, 10),
      more,
      plain.subarray(10),
    ]);
    expect(await unpack(packed, 7)).toEqual({ bytes: PLAIN, error: null });
  });

  test.each([
    ['text', Buffer.from('\n-- copied by hand'), 18],
    ['a broken member', gzipSync('x').subarray(1), 20],
    ['zeros', Buffer.alloc(512), null],
  ])('takes what comes before %s at the end of gzip, and says so', async (_, trailing, told) => {
    for (const size of [1000, 65536]) {
      const notes: string[] = [];
      const packed = Buffer.concat([gzipSync(PLAIN), gzipSync(PLAIN), trailing]);
      expect(await unpack(packed, size, (text) => notes.push(text))).toEqual({
        bytes: Buffer.concat([PLAIN, PLAIN]),
        error: null,
      });
      expect(notes).toEqual(told === null ? [] : [expect.stringMatching(`^${told} bytes follow`)]);
    }
  });

  test('reads zstd after a skippable frame', async () => {
    const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    expect(await unpack(Buffer.concat([skippable, fixture('level3')]))).toEqual({ bytes: PLAIN, error: null });
  });

  test('passes everything else through', async () => {
    expect(await unpack(PLAIN)).toEqual({ bytes: PLAIN, error: null });
    expect(await unpack(Buffer.from('{}'))).toEqual({ bytes: Buffer.from('{}'), error: null });
    expect(await unpack(Buffer.alloc(0))).toEqual({ bytes: Buffer.alloc(0), error: null });
  });

  test.each([
    ['zstd', fixture('level3').subarray(0, 2000)],
    ['zstd of which the last byte is missing', fixture('twoFrames').subarray(0, -1)],
    ['gzip', gzipSync(PLAIN).subarray(0, 2000)],
  ])('tells a truncated archive: %s', async (_, packed) => {
    const { bytes, error } = await unpack(packed);
    expect(error).toMatchObject({ code: 'broken_archive', message: expect.stringContaining('ends too early') });
    expect(PLAIN.subarray(0, bytes.length)).toEqual(bytes);
  });

  test.each([
    ['zstd', fixture('level3')],
    ['gzip', gzipSync(PLAIN)],
  ])('tells a corrupt archive: %s', async (_, whole) => {
    const packed = Buffer.concat([whole.subarray(0, 12), Buffer.alloc(500, 0xff), whole.subarray(512)]);
    expect((await unpack(packed)).error).toMatchObject({ code: 'broken_archive' });
  });

  test.each([
    ['zip', [0x50, 0x4b, 0x03, 0x04, 0x14], 'zip'],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00], 'UTF-16'],
  ])('refuses what it cannot read: %s', async (_, head, named) => {
    const { error } = await unpack(Buffer.from(head));
    expect(error).toMatchObject({ code: 'unsupported_input', message: expect.stringContaining(named) });
  });
});
