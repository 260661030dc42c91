/** As URL.canParse, which on Node 20 refuses a text with é or ü once it has been called often enough to be compiled. */
export function canParseUrl(text: string): boolean {
  try {
    new URL(text);
    return true;
  } catch {
    return false;
  }
}
