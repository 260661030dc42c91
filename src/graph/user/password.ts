import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** OWASP's recommendation for scrypt: N = 2^17, r = 8, p = 1, which takes 128 MB. */
const COST = { N: 2 ** 17, r: 8, p: 1 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** `scrypt$N$r$p$salt$key`, base64url: each hash holds its costs, so that they may rise later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await inTurn(() => derive(password, salt, COST));
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether the password matches the hash; null, at once, while too many are being checked. A missing hash takes as long
 * and fails, so that timing reveals no names.
 * @param address whose check it is, of which one may wait: a few addresses must not fill the queue; null: not limited
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  address: string | null = null,
): Promise<boolean | null> {
  const isWaiting = address !== null && waiting.some((other) => other.address === address);
  if (isWaiting || waiting.length >= LONGEST_LINE) return null;
  const [scheme, n, r, p, salt = '', key = ''] = (hash ?? '').split('$');
  if (scheme !== 'scrypt') {
    await inTurn(() => derive(password, randomBytes(SALT_BYTES), COST), address);
    return false;
  }
  const expected = Buffer.from(key, 'base64url');
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  const derived = await inTurn(() => derive(password, Buffer.from(salt, 'base64url'), cost), address);
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}

/** Concurrent checks: each takes 128 MB and one of Node's four threads, which files and compression need too. */
const AT_ONCE = 2;
/** The queue of sign-ins; operators' commands are not limited. */
const LONGEST_LINE = 24;
let running = 0;
const waiting: { readonly begin: () => void; readonly address: string | null }[] = [];

async function inTurn<T>(work: () => Promise<T>, address: string | null = null): Promise<T> {
  if (running < AT_ONCE) running += 1;
  else await new Promise<void>((begin) => waiting.push({ begin, address }));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next.begin();
  }
}

function derive(password: string, salt: Buffer, cost: { N: number; r: number; p: number }): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    // Normalised, so that every keyboard's spelling of a letter with marks is the same.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
