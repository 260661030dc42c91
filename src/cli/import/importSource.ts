import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorMessage } from '../../base/errors.ts';
import { version } from '../../base/version.ts';
import { shownUrl } from '../../graph/model/shownUrl.ts';
import type { ImportFormat } from '../../graph/model/vocabulary.ts';
import { graphql } from '../../graph/schema/operation.ts';
import type { ExemptTargets } from '../../graph/webhook/receiverUrl.ts';
import { readReceiverUrl } from '../../graph/webhook/receiverUrl.ts';
import type { GraphClient } from '../client/graphClient.ts';
import { CommandFailure, UsageError } from '../failures.ts';
import type { DownloadedFile } from './downloadFile.ts';
import { checkInput, type Input, openInput } from './openInput.ts';

const findDownload = graphql(`
  query FindDownload($url: String!, $format: String!) {
    download(url: $url, format: $format) { etag lastModified sha256 release importedAt }
  }
`);

const recordDownload = graphql(`
  mutation RecordDownload($input: RecordDownloadInput!) { recordDownload(input: $input) { download { importedAt } } }
`);

/** What an import reads. */
export interface ImportSource {
  /** When the same file of this address was imported before; then there is nothing to read. */
  readonly unchangedSince: string | null;
  readonly open: () => Promise<Input>;
  /** Called before it is sent: what the catalogue has of this address is no whole file from then on. */
  readonly begin: () => Promise<void>;
  /** Called when all of it was imported. */
  readonly imported: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface SourceOptions {
  readonly format: ImportFormat;
  /** The expected digest, in hexadecimal digits. */
  readonly sha256?: string | undefined;
  /** Whether an unchanged file is imported again. */
  readonly again: boolean;
  readonly exempt: ExemptTargets;
  readonly stop: AbortSignal;
  readonly note: (text: string) => void;
}

/** Whether it is read from a server. */
export function isAddress(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

/**
 * Refuses what cannot be opened, before a service is asked.
 * @returns an address in the form in which it is requested
 * @throws UsageError
 */
export async function checkPlace(place: string, exempt: ExemptTargets): Promise<string> {
  if (!isAddress(place)) {
    if (place !== '-') await checkInput(place);
    return place;
  }
  const target = readReceiverUrl(place, exempt, 'taken');
  if ('fault' in target) throw new UsageError(`${shownUrl(place)}: the URL ${target.fault}`);
  return target.href;
}

/**
 * Opens what is imported: a file, `-` or an address, which is downloaded to its end first.
 * @param graph keeps what was last imported from an address
 * @throws UsageError for a place that cannot be one; CommandFailure `download_failed`, `wrong_digest`
 */
export async function openSource(
  graph: Pick<GraphClient, 'run'>,
  place: string,
  options: SourceOptions,
): Promise<ImportSource> {
  if (isAddress(place)) return await openAddress(graph, place, options);
  if (options.sha256 !== undefined) {
    requireReadTwice('--sha256', place);
    checkDigest(place, await sha256Of(place), options.sha256);
  }
  const nothing = async () => {};
  return { unchangedSince: null, open: () => openInput(place), begin: nothing, imported: nothing, close: nothing };
}

async function openAddress(
  graph: Pick<GraphClient, 'run'>,
  place: string,
  { format, sha256, again, exempt, stop, note }: SourceOptions,
): Promise<ImportSource> {
  const url = await checkPlace(place, exempt);
  const known = again ? null : (await graph.run(findDownload, { url, format })).download;
  // Another release may read more from the same file.
  const comparable = known?.release === version ? known : null;
  const folder = await mkdtemp(join(tmpdir(), 'catalog-download-')).catch((error: unknown) => {
    throw new CommandFailure(
      'download_failed',
      `no file can be written to ${tmpdir()}, set TMPDIR to a folder for downloads: ${errorMessage(error)}`,
    );
  });
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'file');
    // Loaded when needed: the other commands start without undici.
    const { downloadFile } = await import('./downloadFile.ts');
    const file = await downloadFile(url, path, { known: comparable ?? undefined, exempt, stop, note });
    if (file !== null && sha256 !== undefined) checkDigest(shownUrl(url), file.sha256, sha256);
    if (file === null && comparable !== null && sha256 !== undefined)
      checkDigest(shownUrl(url), comparable.sha256, sha256);
    const isSame = file === null || file.sha256 === comparable?.sha256;
    return {
      unchangedSince: isSame ? (comparable?.importedAt ?? null) : null,
      open: async () => ({ ...(await openInput(path)), name: shownUrl(url) }),
      begin: () => keep(graph, { url, format }, null),
      imported: async () => {
        if (file !== null) await keep(graph, { url, format }, file);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function keep(
  graph: Pick<GraphClient, 'run'>,
  key: { readonly url: string; readonly format: ImportFormat },
  file: DownloadedFile | null,
): Promise<void> {
  const { etag, lastModified, sha256 } = file ?? { etag: null, lastModified: null, sha256: null };
  await graph.run(recordDownload, { input: { ...key, etag, lastModified, sha256 } });
}

/**
 * Refuses an option that reads a place twice where it can be read once: standard input, a pipe.
 * @throws UsageError
 */
export function requireReadTwice(option: string, place: string): void {
  if (place !== '-' && statSync(place, { throwIfNoEntry: false })?.isFile() !== false) return;
  const name = place === '-' ? 'standard input' : place;
  throw new UsageError(`${option} is for a file or an address: ${name} is read only once`);
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function checkDigest(name: string, found: string, wanted: string): void {
  if (found === wanted) return;
  throw new CommandFailure(
    'wrong_digest',
    `${name} has the SHA-256 ${found} and not ${wanted}: nothing of it was imported`,
  );
}
