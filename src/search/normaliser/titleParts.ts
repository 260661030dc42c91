/** What sets a subtitle or a bracketed remark apart. A hyphen only with a space beside it: Spider-Man is one name. */
const BORDER = /[:：~～〜「」『』【】[\]()（）<>〈〉《》|｜]|\s[-–—‐]+|[-–—‐]+\s/u;

/** The parts of a title as written: the name and what follows it; one part for most. */
export function titleParts(title: string): string[] {
  const parts = title.split(BORDER).filter((part) => /[\p{L}\p{N}]/u.test(part));
  return parts.length === 0 ? [title] : parts;
}
