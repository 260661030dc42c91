/** Enough for the words of a language, small enough to stay out of the way. */
const MOST = 8_192;
/** Longer texts are seldom met again. */
const LONGEST = 24;

/** A function of short texts that keeps its latest results: words come again and again in titles. */
export function remembered(compute: (text: string) => string): (text: string) => string {
  const results = new Map<string, string>();
  return (text) => {
    if (text.length > LONGEST) return compute(text);
    const known = results.get(text);
    if (known !== undefined) return known;
    if (results.size === MOST) results.clear();
    const result = compute(text);
    results.set(text, result);
    return result;
  };
}
