/** Records of anime that no other call made: `count` from the key `from` on. */
export function newAnime(from: number, count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    ...{ type: 'anime', source: 'mal', sourceId: String(from + index), synopsis: 'x'.repeat(500) },
    titles: [{ title: `Title ${from + index}`, language: 'ja-Latn', kind: 'official' }],
  }));
}
