import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** OWASP's advice for scrypt: N = 2^17, r = 8, p = 1, which takes 128 MB. */
const COST = { N: 2 ** 17, r: 8, p: 1 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** `scrypt$N$r$p$salt$key`, base64url: costs may rise, and what is stored tells its own. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether the password is the one that was hashed. Without a hash it takes as long and says no: names are not to be guessed by time. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [scheme, n, r, p, salt = '', key = ''] = (hash ?? '').split('$');
  if (scheme !== 'scrypt') {
    await derive(password, randomBytes(SALT_BYTES), COST);
    return false;
  }
  const expected = Buffer.from(key, 'base64url');
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}

/** Each takes 128 MB for a while: they wait for one another. */
let last: Promise<unknown> = Promise.resolve();

function derive(password: string, salt: Buffer, cost: { N: number; r: number; p: number }): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r };
  const work = () =>
    new Promise<Buffer>((resolve, reject) => {
      // One spelling of a letter with marks, whatever keyboard typed it.
      scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  const next = last.then(work, work);
  last = next.catch(() => {});
  return next;
}
