import { JSONParser } from '@streamparser/json';
import { CommandFailure } from '../failures.ts';

/**
 * Reads the elements of one array member of a JSON document (`{"data":[…]}`), one
 * at a time, however large the document is.
 * @throws CommandFailure `broken_document` where it stops being JSON or ends too early,
 * `wrong_document` when it has no such array
 */
export async function* readJsonItems(chunks: AsyncIterable<Uint8Array>, member: string): AsyncGenerator<unknown> {
  const parser = new JSONParser({ paths: [`$.${member}.*`], keepStack: false });
  let found: unknown[] = [];
  let problem: Error | undefined;
  let any = false;
  parser.onValue = ({ value }) => {
    found.push(value);
    any = true;
  };
  parser.onError = (error) => {
    problem ??= error;
  };
  for await (const chunk of chunks) {
    found = [];
    parser.write(chunk);
    yield* found;
    if (problem !== undefined) break;
  }
  if (problem !== undefined) {
    throw new CommandFailure('broken_document', `not JSON: ${problem.message}`, { cause: problem });
  }
  if (!parser.isEnded) throw new CommandFailure('broken_document', 'the JSON document ends too early: it is truncated');
  if (!any)
    throw new CommandFailure('wrong_document', `the JSON document has no array "${member}" with anything in it`);
}
