import { expect, test } from '@jest/globals';
import { checkPassword } from '../../../src/graph/user/checkPassword.ts';

const check = (password: string) => checkPassword(password, 'hikari.sato');

test.each([
  ['common ones', ['123456789012', 'password1234', 'iloveyou1234', 'qwerty123456', 'administrator', 'letmeinletmein']],
  ['in other letters', ['Password1234', 'P@ssw0rd1234', 'ｐａｓｓｗｏｒｄ１２３４', '4321drowssap']],
  ['repetitions', ['passwordpassword', 'adminadminadmin', 'aaaaaaaaaaaa', 'ab'.repeat(128), 'Aa1!Aa1!Aa1!']],
  ['sequences and walks', ['abcdefghijkl', '987654321098', 'qwertyuiop[]', '1qaz2wsx3edc', 'summer2026!!']],
  ["the service's name", ['catalogcatalog', 'anime-catalog', 'Canonical Anime', 'canonical anime catalog']],
  ['with more', ['AnimeCatalog2026', 'Canonical Anime Catalog Service']],
  [
    "the person's name",
    ['hikari.satox', 'hikari.sato1', 'Hikari Sato 1', 'hikari-sato!', 'hikarisato2026', 'satosatosato'],
  ],
])('a password that is easy to guess is refused: %s', async (_what, passwords) => {
  for (const password of passwords) {
    await expect(check(password).then(() => password)).rejects.toThrow('password: it is too easy to guess');
  }
});

test.each([
  'correct horse battery',
  'violet umbrella seven',
  'xk7#mQ2p!9zL',
  'ein gutes Passwort',
  'さくらの花が春に咲いている',
])('%s is taken', async (password) => {
  await check(password);
});

test('characters are code points, 12 to 256 of them', async () => {
  const [faces, mixed] = ['😀😎🥶🤖👾🦄🐙🌵🍄🔥🎲🧩', 'xk7#mQ2p!9zL'];
  for (const password of [faces, faces + mixed.repeat(4), `${faces}${mixed}${'é'.repeat(232)}`]) await check(password);
  const length = 'password: 12 to 256 characters are expected.';
  for (const password of ['', faces.slice(2), mixed.slice(1), `${mixed.repeat(21)}12345`, '\u{1F600}'.repeat(257)])
    await expect(check(password)).rejects.toThrow(length);
});
