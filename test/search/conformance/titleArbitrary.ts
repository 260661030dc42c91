import fc from 'fast-check';

/** Few enough that titles share them, and among them whatever the normaliser folds. */
const WORDS = [
  'naruto',
  'narutaru',
  'shingeki',
  'singeki',
  'no',
  'wo',
  'o',
  'kyojin',
  'kyoujin',
  'titan',
  'titans',
  'attack',
  'on',
  'a',
  'aa',
  'ab',
  'fullmetal',
  'full',
  'metal',
  'alchemist',
  'ookami',
  'ōkami',
  'okami',
  'season',
  '2',
  '2nd',
  'II',
  'iii',
  's2',
  '第2期',
  '進撃',
  '進擊',
  'の',
  '巨人',
  'スーパー',
  'スパ',
  'すーぱー',
  'Ｆｕｌｌ',
  "JoJo's",
  '100',
  'mob',
  'psycho',
  'été',
  '😀',
  '!!',
  '☆',
  '한국',
  'ß',
];

export const titleArbitrary = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(' ', ' ', ' ', '', ': ', '-', '　')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.flat().join('').trim());

/** What people make of a title: a part of it, its words in another order, letters dropped, added or swapped. */
export function queryArbitrary(titles: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...titles),
      fc.nat(),
      fc.nat(),
      fc.constantFrom('whole', 'part', 'drop', 'add', 'swap', 'double', 'turn', 'new'),
      titleArbitrary,
    )
    .map(([title, m, n, change, other]) => {
      const letters = [...title];
      const i = m % letters.length;
      const j = n % letters.length;
      switch (change) {
        case 'part':
          return letters.slice(Math.min(i, j), Math.max(i, j) + 1).join('');
        case 'drop':
          return letters.toSpliced(i, 1).join('');
        case 'add':
          return letters.toSpliced(i, 0, 'x').join('');
        case 'swap':
          return letters.toSpliced(i, 2, ...letters.slice(i, i + 2).reverse()).join('');
        case 'double':
          return letters.toSpliced(i, 1).toSpliced(j, 0, 'q').join('');
        case 'turn':
          return title.split(' ').reverse().join(' ');
        case 'new':
          return other;
        default:
          return title;
      }
    })
    .filter((q) => q.trim() !== '' && [...q].length <= 200);
}
