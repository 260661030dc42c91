import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { matchesEntityTag } from './entityTags.ts';
import type { RestRequest, RestResponse } from './requestFacts.ts';
import { compressionThreshold } from './sendContent.ts';

/** Content codings of stored documents, the smaller first. */
const codings = ['br', 'gzip'] as const;
type Coding = (typeof codings)[number];

/**
 * Compression levels of a body that is sent many times, and of one that is sent once: a reference of 350 kB takes 27
 * and 2 ms by Brotli for 24 and 29 kB. Brotli's best level, 11, takes twenty times as long as 9 for a twentieth less.
 */
const LEVELS = { kept: { br: 9, gzip: 9 }, passing: { br: 4, gzip: 4 } } as const;

const compress: Readonly<Record<Coding, (body: Buffer, level: number) => Promise<Buffer>>> = {
  br: (body, level) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body, level) => promisify(gzip)(body, { level }),
};

/** A body that never changes while the process runs. */
export interface StoredDocument {
  readonly type: string;
  readonly body: Buffer;
  readonly entityTag: string;
  readonly cacheControl: string;
  /** The body in this coding, compressed once at the first call. */
  encoded(coding: Coding): Promise<Buffer>;
}

/**
 * @param cacheControl default: a copy is revalidated before each use
 * @param use whether it is kept and sent again, the default, or made for one answer
 */
export function storeDocument(
  type: string,
  body: string | Buffer,
  cacheControl = 'no-cache',
  use: keyof typeof LEVELS = 'kept',
): StoredDocument {
  const bytes = Buffer.from(body);
  const variants = new Map<Coding, Promise<Buffer>>();
  return {
    type,
    body: bytes,
    entityTag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    cacheControl,
    encoded(coding) {
      const variant = variants.get(coding) ?? compress[coding](bytes, LEVELS[use][coding]);
      variants.set(coding, variant);
      return variant;
    },
  };
}

/** Sends it in the smallest accepted coding, or 304 to a client that has it. */
export async function sendDocument(response: RestResponse, document: StoredDocument): Promise<void> {
  const { req: request } = response;
  response.setHeader('ETag', document.entityTag);
  response.setHeader('Cache-Control', document.cacheControl);
  if (matchesEntityTag(request.headers['if-none-match'], document.entityTag)) {
    response.status(304).end();
    return;
  }
  const coding = document.body.length < compressionThreshold ? undefined : codingFor(request);
  const body = coding === undefined ? document.body : await document.encoded(coding);
  if (coding !== undefined) response.setHeader('Content-Encoding', coding);
  response.setHeader('Content-Type', document.type);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

function codingFor(request: Pick<RestRequest, 'acceptsEncodings'>): Coding | undefined {
  return codings.find((coding) => request.acceptsEncodings(coding) === coding);
}
