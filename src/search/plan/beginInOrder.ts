/** Whether some stretch of the words, with at most `gap` others inside, begins with the pieces in order. */
export function beginInOrder(words: readonly string[], pieces: readonly string[], gap: number): boolean {
  return words.some((_, first) => {
    let piece = 0;
    const end = Math.min(words.length, first + pieces.length + gap);
    for (let at = first; at < end && piece < pieces.length; at++) {
      if ((words[at] as string).startsWith(pieces[piece] as string)) piece++;
      else if (at === first) return false;
    }
    return piece === pieces.length;
  });
}
