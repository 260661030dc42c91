/** Texts as one string of their UTF-8 bytes, a unit each: a JavaScript string with any Han or kana in it takes two bytes for every unit. */
export function packTexts(texts: readonly string[]): string {
  return Buffer.from(JSON.stringify(texts), 'utf8').toString('latin1');
}

/** The texts that were packed, lone surrogates included. */
export function unpackTexts(packed: string): readonly string[] {
  return JSON.parse(Buffer.from(packed, 'latin1').toString('utf8')) as string[];
}
