import { expect, test } from '@jest/globals';
import { titleInForm } from '../../../src/site/explore/titles.ts';

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

test.each([
  ['Shingeki no Kyojin', 'ja-Latn'],
  ['巨人伝', null],
  ['진격의 거인', 'ko'],
  ['进击的巨人', 'zh'],
  ['Attack on Titan', 'en'],
])('the language of the preferred title %s is told by its letters and its place: %s', (title, language) => {
  const titles = {
    native: '進撃の巨人',
    romaji: 'Shingeki no Kyojin',
    english: 'Attack on Titan',
    chinese: '进击的巨人',
  };
  const alternativeTitles = [{ title: '進撃の巨人', language: 'ja', kind: 'official' }];
  expect(titleInForm({ title, titles, alternativeTitles }, 'catalogued').language).toBe(language);
});

test('a native title in Han characters alone is of the language that its romanization has', () => {
  const alternativeTitles = [{ title: 'Mushishi', language: 'ja-Latn', kind: 'official' }];
  const titles = { native: '蟲師', romaji: 'Mushishi', english: null };
  expect(titleInForm({ title: '蟲師', titles, alternativeTitles }, 'catalogued').language).toBe('ja');
});

test('what a source states of the preferred title is believed first', () => {
  expect(titleInForm({ title: '蟲師', titleLanguage: 'zh-Hant' }, 'catalogued').language).toBe('zh-Hant');
  expect(titleInForm({ title: 'Kimi no Na wa', titleLanguage: 'ja-Latn' }, 'native').language).toBe('ja-Latn');
  const alternativeTitles = [{ title: '蟲師', language: 'ja', kind: 'official' }];
  expect(titleInForm({ title: '蟲師', titleLanguage: null, alternativeTitles }, 'catalogued').language).toBe('ja');
});
