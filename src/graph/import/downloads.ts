import { version } from '../../base/version.ts';
import type { TransactionClient } from '../../database/database.ts';
import type { Download as DownloadRow } from '../../database/generated/client.ts';
import type { Download, RecordDownloadInput } from '../generated/resolvers.ts';
import { invalidParameter } from '../model/errors.ts';
import { IMPORT_FORMATS } from '../model/vocabulary.ts';

interface DownloadKey {
  readonly url: string;
  readonly format: string;
}

/** As URLs are once parsed: ASCII without white space. */
const HTTPS_URL = /^https:\/\/[\x21-\x7e]{1,2040}$/;
const HEADER = /^[\x20-\x7e\x80-\xff]{0,1024}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** The last import from an address in a format. @throws CatalogError invalid_parameter */
export async function findDownload(client: TransactionClient, key: DownloadKey): Promise<Download | null> {
  const { url, format } = checkedKey(key);
  const row = await client.download.findUnique({ where: { url_format: { url, format } } });
  return row === null ? null : downloadOf(row);
}

/**
 * Stores the last import from an address, in place of the earlier one; without a digest that one is forgotten.
 * @throws CatalogError invalid_parameter
 */
export async function recordDownload(
  client: TransactionClient,
  input: RecordDownloadInput,
  at: Date,
): Promise<Download | null> {
  const { url, format } = checkedKey(input);
  if (input.sha256 == null) {
    await client.download.deleteMany({ where: { url, format } });
    return null;
  }
  if (!SHA256.test(input.sha256)) throw invalidParameter('sha256', 'must be 64 hexadecimal digits in lower case.');
  const state = {
    etag: checkedHeader('etag', input.etag),
    lastModified: checkedHeader('lastModified', input.lastModified),
    sha256: input.sha256,
    release: version,
    importedAt: at,
  };
  const row = await client.download.upsert({
    where: { url_format: { url, format } },
    create: { url, format, ...state },
    update: state,
  });
  return downloadOf(row);
}

/** @throws CatalogError invalid_parameter */
function checkedKey({ url, format }: DownloadKey): DownloadKey {
  if (!HTTPS_URL.test(url)) {
    throw invalidParameter('url', 'must be an https URL of at most 2,048 characters, without white space.');
  }
  if (!IMPORT_FORMATS.some((it) => it === format)) {
    throw invalidParameter('format', `must be one of ${IMPORT_FORMATS.join(', ')}.`);
  }
  return { url, format };
}

function checkedHeader(name: string, value: string | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (!HEADER.test(value)) throw invalidParameter(name, 'must be a header of at most 1,024 characters.');
  return value;
}

function downloadOf({ importedAt, ...row }: DownloadRow): Download {
  return { ...row, importedAt: importedAt.toISOString() };
}
