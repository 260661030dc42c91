import { readdir, readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const dist = fileURLToPath(new URL('../../../dist', import.meta.url));

/** Where the sources have this text, by the map of the one built file that has it. */
async function placeOf(text: string): Promise<{ readonly file: string; readonly line: number }> {
  for (const name of (await readdir(dist)).filter((it) => it.endsWith('.js'))) {
    const code = await readFile(join(dist, name), 'utf8');
    if (!code.includes(text)) continue;
    const before = code.slice(0, code.indexOf(text)).split('\n');
    const map = new SourceMap(JSON.parse(await readFile(join(dist, `${name}.map`), 'utf8')));
    const entry = map.findEntry(before.length - 1, before.at(-1)?.length ?? 0);
    if ('originalSource' in entry) return { file: entry.originalSource, line: entry.originalLine + 1 };
  }
  throw new Error(`no file has ${text}`);
}

it('the maps name the lines of our own sources, and of packages their files', async () => {
  const own = await placeOf('the receiver changed the protocol');
  expect(own.file).toMatch(/src\/webhooks\/client\/exchange\.ts$/);
  expect(own.line).toBeGreaterThan(1);
  const foreign = await placeOf('socket idle timeout');
  expect(foreign).toEqual({
    file: expect.stringMatching(/node_modules\/undici\/lib\/dispatcher\/client-h1\.js$/),
    line: 1,
  });
});
