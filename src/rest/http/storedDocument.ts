import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { matchesEntityTag } from './entityTags.ts';
import type { RestRequest, RestResponse } from './requestFacts.ts';
import { compressionThreshold } from './sendContent.ts';

/** Content codings of stored documents, the smaller first. */
const codings = ['br', 'gzip'] as const;
type Coding = (typeof codings)[number];

/** Level 9 takes five times as long for a twentieth less, and each other origin that is named has a page of its own. */
const LEVEL = 6;

const compress: Readonly<Record<Coding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: LEVEL, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body),
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

/** @param cacheControl by default a copy is revalidated before each use */
export function storeDocument(type: string, body: string | Buffer, cacheControl = 'no-cache'): StoredDocument {
  const bytes = Buffer.from(body);
  const variants = new Map<Coding, Promise<Buffer>>();
  return {
    type,
    body: bytes,
    entityTag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    cacheControl,
    encoded(coding) {
      const variant = variants.get(coding) ?? compress[coding](bytes);
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
