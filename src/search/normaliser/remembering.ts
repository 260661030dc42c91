/** Longer texts hardly recur. */
const LONGEST = 24;

/** The function with what it made of the last short texts, at most so many: words recur in titles. */
export function remembering<Made>(most: number, make: (text: string) => Made): (text: string) => Made {
  const known = new Map<string, Made>();
  return (text) => {
    const held = known.get(text);
    if (held !== undefined) return held;
    const made = make(text);
    if (text.length <= LONGEST) {
      if (known.size === most) known.clear();
      known.set(text, made);
    }
    return made;
  };
}
