import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { titleKeys } from '../../../src/search/normaliser/titleKeys.ts';
import { NORMALISER_VERSION } from '../../../src/search/normaliser/version.ts';
import { planSearch } from '../../../src/search/plan/planSearch.ts';

const TITLES = [
  'Shingeki no Kyojin Season 2',
  'Shōjo Kakumei Utena: Adolescence Mokushiroku',
  'Kono Subarashii Sekai ni Shukufuku wo! II',
  "JoJo's Bizarre Adventure (TV) 4th Season",
  'Oniisama e… Ookami Chuunibyou Acchi Kocchi',
  '進撃の巨人 第2期',
  '劇場版「カードキャプターさくら」',
  '进击的巨人 第二季',
  '𠮷野家 ＡＢＣ Ⅸ',
  'Тетрадь смерти, Ёж',
  'sfu wowo si ti tu hu zi sya cha jya tch cch uu aa nii niisan ooo',
  'モンスト セカンドシーズン OverlordⅡ Season Two 3rd',
  '銀魂 第二百五十六期 パート二十',
  '!!! ♥',
];

test('a change of what the normaliser or the plan gives comes with a new version', () => {
  const golden = JSON.stringify(TITLES.map((title) => [titleKeys(title), planSearch(title)]));
  const fingerprint = createHash('sha256').update(golden).digest('hex').slice(0, 12);
  // Both change together: raise the number in NORMALISER_VERSION, then write the new fingerprint here.
  expect([NORMALISER_VERSION, fingerprint]).toEqual(['31-a4a634e182d4', '094e7180a673']);
});
