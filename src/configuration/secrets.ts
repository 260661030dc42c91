import { randomBytes, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../base/errors.ts';
import { makeFolder } from '../base/makeFolder.ts';
import { StartError } from '../base/startError.ts';
import type { Configuration } from './configuration.ts';

/** A secret from a variable, or generated into a file of DATA_DIR. */
export interface SecretSource {
  readonly variable: 'INTERNAL_TOKEN' | 'CURSOR_SECRET' | 'SECRETS_KEY';
  /** Name of the file in DATA_DIR. */
  readonly file: string;
}

export const internalTokenSource: SecretSource = { variable: 'INTERNAL_TOKEN', file: 'internal-token' };

export const cursorSecretSource: SecretSource = { variable: 'CURSOR_SECRET', file: 'cursor-secret' };

/** Encrypts the secrets in the database, such as those of webhooks. */
export const secretsKeySource: SecretSource = { variable: 'SECRETS_KEY', file: 'secrets-key' };

/** The secrets that all processes on one database must share; the database keeps fingerprints of their values. */
export const sharedSources: readonly SecretSource[] = [cursorSecretSource, secretsKeySource];

/** A shared secret's values, `new,old`: the first signs or encrypts, all verify or decrypt. */
export function splitValues(text: string): readonly [string, ...string[]] {
  const [first = '', ...others] = text.split(',').map((value) => value.trim());
  return [first, ...others];
}

/** 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** As `obtainSecret`, without generating: undefined when there is no value. @throws StartError */
export async function keptSecret(source: SecretSource, configuration: Configuration): Promise<string | undefined> {
  return configuration[source.variable] ?? (await readKeptSecret(source, join(configuration.DATA_DIR, source.file)));
}

/** A shorter file was emptied or cut off; a generated one holds 43 characters. */
const MINIMUM_LENGTH = 32;

/**
 * The secret from its variable, else from DATA_DIR, else generated there, readable by its owner alone. Concurrent
 * processes agree on one value: the complete file appears under its name atomically.
 * @throws StartError when the folder cannot be written or the file is damaged
 */
export async function obtainSecret(source: SecretSource, configuration: Configuration): Promise<string> {
  const known = await keptSecret(source, configuration);
  if (known !== undefined) return known;
  const path = join(configuration.DATA_DIR, source.file);
  await openDataFolder(configuration.DATA_DIR);
  try {
    await writeSecret(path, newSecret(), publishOnce);
  } catch (error) {
    throw new StartError(
      `${source.variable} is unset and ${path} cannot be written (${errorCode(error)}): set ${source.variable}, or set DATA_DIR to a folder that this user can write`,
      { cause: error },
    );
  }
  const created = await readKeptSecret(source, path);
  if (created === undefined) throw new StartError(`${path} was removed while the service started: start it again`);
  return created;
}

/** Undefined when the file does not exist. @throws StartError when it cannot be read or is damaged */
export async function readKeptSecret({ variable }: SecretSource, path: string): Promise<string | undefined> {
  let text: string;
  try {
    text = (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return undefined;
    throw new StartError(
      `${path} cannot be read (${errorCode(error)}): let this user read it, or set ${variable} or another DATA_DIR`,
      { cause: error },
    );
  }
  if (!/^[\x21-\x7e]+$/.test(text) || text.split(',').some((value) => value.length < MINIMUM_LENGTH)) {
    throw new StartError(
      `${path} is damaged: restore it, set ${variable}, or delete the file to have a new secret generated`,
    );
  }
  return text;
}

/** Writes a secret to a draft beside its file, for its owner alone, which `publish` puts in its place. */
export async function writeSecret(
  path: string,
  value: string,
  publish: (draft: string, path: string) => Promise<void>,
): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${value}\n`);
      // The database remembers its fingerprint: losing it in a power failure would stop every later start.
      await file.sync();
    } finally {
      await file.close();
    }
    await publish(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

async function publishOnce(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    // The file system has no hard links: the file is still never overwritten, but a concurrent process may read it
    // half-written and stop.
    await copyFile(draft, path, constants.COPYFILE_EXCL).catch((failure: unknown) => {
      if (errorCode(failure) !== 'EEXIST') throw failure;
    });
  }
}

/**
 * Makes the folder of DATA_DIR when it is missing, for its owner alone.
 * @throws StartError when it cannot be made or written
 */
async function openDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `DATA_DIR ${dataDir} cannot be written (${errorCode(error)}): make it a folder that this user can write, or set DATA_DIR to one`,
      { cause: error },
    );
  }
}
