import { repeatedMember } from '../../repeatedMember.ts';
import { CommandFailure } from '../failures.ts';

/** A document is held whole: the largest that is read is some ten times bangumi-data's. */
const LONGEST_DOCUMENT = 2 ** 26;

/**
 * The elements of one array member of a JSON document (`{"items":[…]}`).
 * @throws CommandFailure `broken_document` where it is not JSON, too large or has a member twice, `wrong_document` when
 * it has no such array
 */
export async function readJsonItems(chunks: AsyncIterable<Uint8Array>, member: string): Promise<readonly unknown[]> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > LONGEST_DOCUMENT) {
      throw new CommandFailure('broken_document', `the JSON document has more than ${LONGEST_DOCUMENT} bytes`);
    }
    parts.push(chunk);
  }
  const items = itemsOf(Buffer.concat(parts).toString('utf8'), member);
  if (Array.isArray(items) && items.length > 0) return items;
  throw new CommandFailure('wrong_document', `the JSON document has no array "${member}" with anything in it`);
}

function itemsOf(text: string, member: string): unknown {
  const json = text.replace(/^\ufeff/, '');
  let document: unknown;
  try {
    document = JSON.parse(json);
  } catch (error) {
    throw new CommandFailure('broken_document', `not JSON: ${(error as Error).message}`, { cause: error });
  }
  const twice = repeatedMember(json);
  if (twice === null) return (document as Readonly<Record<string, unknown>> | null)?.[member];
  throw new CommandFailure('broken_document', `the JSON document has the member ${twice} twice in one object`);
}
