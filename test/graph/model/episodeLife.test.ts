import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { EPISODE_LIFE, episodeEvent } from '../../../src/graph/model/episodeLife.ts';
import { EPISODE_STATUSES } from '../../../src/graph/model/vocabulary.ts';

test('docs/episodes.md tells what each change means', async () => {
  const rows = Object.entries(EPISODE_LIFE).map(([from, transitions]) => [
    from,
    ...EPISODE_STATUSES.map((to) => transitions[to].meaning),
  ]);
  const document = await readFile('docs/episodes.md', 'utf8');
  for (const row of rows) expect(document).toContain(`\n| ${row.join(' | ')} |\n`);
});

test('every state may become every other', () => {
  for (const transitions of Object.values(EPISODE_LIFE))
    expect(Object.keys(transitions)).toEqual([...EPISODE_STATUSES]);
});

test('a first confirmation is a release, whatever it comes from; a second is an update', () => {
  for (const from of ['new', ...EPISODE_STATUSES] as const) {
    expect(episodeEvent(from, 'released', false)).toBe('episode.released');
    expect(episodeEvent(from, 'released', true)).toBe('episode.updated');
    expect(episodeEvent(from, 'delayed', false)).toBe('episode.updated');
  }
});

test('exactly what leaves released takes the confirmation back', () => {
  for (const [from, transitions] of Object.entries(EPISODE_LIFE)) {
    for (const [to, { retracts }] of Object.entries(transitions))
      expect(retracts).toBe(from === 'released' && to !== 'released');
  }
});
