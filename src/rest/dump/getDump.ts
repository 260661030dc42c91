import { DUMP_CHUNK_BYTES } from '../../graph/model/limits.ts';
import type { GraphContext } from '../../graph/schema/context.ts';
import type { PreparedOperation } from '../../graph/schema/execution.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { reads } from '../endpoint/access.ts';
import { type ByteRange, type Endpoint, readFacts } from '../endpoint/endpoint.ts';
import { isMatch, matchesEntityTag } from '../http/entityTags.ts';
import { dateParameter } from '../parameters/kinds.ts';
import { OperationParameters } from '../parameters/read.ts';
import { ProblemError } from '../problem/problemError.ts';
import { dumpFields, dumpFile, dumpPath } from './dumpResource.ts';

const operation = graphql(`query GetDump($date: Date!) { dump(date: $date) { ...DumpFields } }`, [dumpFields]);

const chunkOperation = graphql(`
  query GetDumpChunk($date: Date!, $number: Int!) { dumpChunk(date: $date, number: $number) }
`);

const shape = { date: dateParameter({ description: 'A UTC day. `GET /v1/dump` leads to the newest.' }) };
const parameters = new OperationParameters(dumpPath, shape);

type ReadChunk = PreparedOperation<
  { readonly dumpChunk: Buffer | string | null },
  { readonly date: string; readonly number: number }
>;

/** The bytes of a dump, or a range of them. */
export const getDump: Endpoint = {
  ...readFacts,
  path: dumpPath,
  operationId: 'GetDump',
  access: reads('anime.read'),
  section: 'Events',
  summary: 'Download a dump of the catalogue',
  description:
    'The whole catalogue of a day in one file, from one snapshot: gzip of NDJSON, a record of the import format a line, the position of the event log in its first line. The bytes never change, so a load that broke off goes on with Range and If-Range. The dumps of three days are kept. A dump holds what everybody may read and nothing else.',
  ...parameters,
  response: { status: 200, ...dumpFile, entityTag: 'strong', ranges: true },
  prepare(tools) {
    const read = tools.operation(operation);
    const readChunk = tools.operation(chunkOperation);
    return async (request) => {
      const { context, headers } = request;
      const { date } = parameters.values(request);
      const { dump } = await read(context, { date });
      if (dump === null) {
        throw new ProblemError(
          'not_found',
          `There is no dump of ${date}: those of three days are kept, and GET /v1/dump leads to the newest.`,
        );
      }
      const { size, digest } = dump;
      const entityTag = `"${digest}"`;
      // Loads in parts by several connections rely on it (RFC 9110, 13.1.1).
      if (!isMatch(headers['if-match'], entityTag)) {
        throw new ProblemError('precondition_failed', 'If-Match names other bytes than this file has: begin again.');
      }
      if (matchesEntityTag(headers['if-none-match'], entityTag)) {
        return { kind: 'notModified', byVersionAlone: false, entityTag };
      }
      const mayBePart = headers['if-range'] === undefined || headers['if-range'] === entityTag;
      const range = mayBePart ? readByteRange(headers.range, size) : null;
      const bytes = (part: ByteRange) => readBytes(readChunk, context, date, part);
      return { kind: 'file', type: 'application/gzip', entityTag, size, range, bytes };
    };
  },
};

/** @throws Error where the dump was removed while it was read */
async function* readBytes(
  readChunk: ReadChunk,
  context: GraphContext,
  date: string,
  { first, last }: ByteRange,
): AsyncGenerator<Buffer> {
  for (let at = first; at <= last; ) {
    const number = Math.floor(at / DUMP_CHUNK_BYTES);
    const { dumpChunk } = await readChunk(context, { date, number });
    if (!Buffer.isBuffer(dumpChunk)) throw new Error(`chunk ${number} of the dump of ${date} is gone`);
    const start = number * DUMP_CHUNK_BYTES;
    yield dumpChunk.subarray(at - start, last + 1 - start);
    at = start + DUMP_CHUNK_BYTES;
  }
}

/**
 * The range that a request asks for (RFC 9110, 14.1.2 and 14.2); null for all of the file: without the header, for
 * another unit, several ranges, or one that is malformed, each of which a server may ignore.
 * @returns 'unsatisfiable' where the range lies outside the file
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '');
  if (match === null) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  if (from === '') return suffix(Number(to), size);
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return null;
  return first < size ? { first, last } : 'unsatisfiable';
}

function suffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  return length === 0 || size === 0 ? 'unsatisfiable' : { first: Math.max(0, size - length), last: size - 1 };
}
