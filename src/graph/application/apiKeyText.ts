import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 12;
/** 190 bits cannot be guessed, so a plain SHA-256 may be stored. */
const SECRET_LENGTH = 32;
/** A CRC-32 in base 62. */
const CHECKSUM_LENGTH = 6;

const SHAPE = new RegExp(`^cac_([0-9A-Za-z]{${ID_LENGTH}})_([0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}})$`);

/** The text of an API key, `cac_<id>_<secret>`; the secret ends in a checksum of the whole. */
export interface ApiKeyText {
  readonly id: string;
  /** The whole key. */
  readonly text: string;
}

export function generateApiKey(): ApiKeyText {
  const id = randomText(ID_LENGTH);
  const body = `cac_${id}_${randomText(SECRET_LENGTH)}`;
  return { id, text: body + checksum(body) };
}

/** Null for a text that cannot be a key: of another shape, or with a wrong checksum after a typing error. */
export function parseApiKey(text: string): ApiKeyText | null {
  const id = SHAPE.exec(text)?.[1];
  if (id === undefined || checksum(text.slice(0, -CHECKSUM_LENGTH)) !== text.slice(-CHECKSUM_LENGTH)) return null;
  return { id, text };
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
