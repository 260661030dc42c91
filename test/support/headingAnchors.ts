/** The anchors that a Markdown page's headings have where repositories are read: lower case, no punctuation, hyphens for spaces. */
export function headingAnchors(markdown: string): ReadonlySet<string> {
  const outsideCode = markdown.replaceAll(/^```[\s\S]*?^```/gm, '');
  return new Set(
    [...outsideCode.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(/\s/g, '-'),
    ),
  );
}
