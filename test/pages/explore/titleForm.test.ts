import { expect, test } from '@jest/globals';
import { titleInForm } from '../../../src/pages/explore/titleForm.ts';

const anime = {
  title: '進撃の巨人',
  alternativeTitles: [{ title: 'Shingeki no Kyojin', language: 'ja-Latn', kind: 'official' }],
  titles: { native: '進撃の巨人', romaji: 'Shingeki no Kyojin', english: null },
};

test('a title is shown in the form that was chosen, with its language', () => {
  expect(titleInForm(anime, 'romaji')).toEqual({ text: 'Shingeki no Kyojin', language: 'ja-Latn' });
  expect(titleInForm(anime, 'native')).toEqual({ text: '進撃の巨人', language: 'ja' });
});

test('the preferred title stands in for a form that no source states', () => {
  expect(titleInForm(anime, 'english')).toEqual({ text: '進撃の巨人', language: 'ja' });
  expect(titleInForm({ title: '巨人' }, 'romaji')).toEqual({ text: '巨人', language: null });
});
