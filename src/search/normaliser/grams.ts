/** The sequences of `length` neighbouring characters. */
export function grams(characters: readonly string[], length: number): string[] {
  const all: string[] = [];
  for (let end = length; end <= characters.length; end++) all.push(characters.slice(end - length, end).join(''));
  return all;
}
