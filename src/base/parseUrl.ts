/**
 * The URL of a text; null for an invalid one. On Node 20 URL.canParse refuses a text with é or ü once it has been
 * called often enough to be compiled.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
