import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { matchesEntityTag } from './entityTags.ts';
import type { RestRequest, RestResponse } from './requestFacts.ts';
import { compressionThreshold } from './sendContent.ts';

/** Content codings of stored documents, the smaller first. */
const codings = ['br', 'gzip'] as const;
type Coding = (typeof codings)[number];

/** Brotli's best level, 11, takes twenty times as long for a twentieth less. */
const LEVEL = 9;
/** A tenth larger, in a tenth of the time. */
const FAST_LEVEL = 4;

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

interface Storing {
  /** Default: a copy is revalidated before each use. */
  readonly cacheControl?: string;
  /** Whether another may soon take its place: it is compressed fast, not well. */
  readonly isFast?: boolean;
}

export function storeDocument(
  type: string,
  body: string | Buffer,
  { cacheControl = 'no-cache', isFast = false }: Storing = {},
): StoredDocument {
  const bytes = Buffer.from(body);
  const variants = new Map<Coding, Promise<Buffer>>();
  return {
    type,
    body: bytes,
    entityTag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    cacheControl,
    encoded(coding) {
      const variant = variants.get(coding) ?? compress[coding](bytes, isFast ? FAST_LEVEL : LEVEL);
      variants.set(coding, variant);
      return variant;
    },
  };
}

/** Counts an answer against the quota of its reader. @throws ProblemError quota_exceeded */
export type Admit = (response: RestResponse) => Promise<unknown>;

/**
 * Sends it in the smallest accepted coding, or 304 to a client that has it.
 * @param admit called before its body is sent, where that costs a point; default: it costs none
 */
export async function sendDocument(response: RestResponse, document: StoredDocument, admit?: Admit): Promise<void> {
  const { req: request } = response;
  const isKnown = matchesEntityTag(request.headers['if-none-match'], document.entityTag);
  if (!isKnown) await admit?.(response);
  response.setHeader('ETag', document.entityTag);
  response.setHeader('Cache-Control', document.cacheControl);
  if (isKnown) {
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
