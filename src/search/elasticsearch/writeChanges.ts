import type { Client } from '@elastic/elasticsearch';
import { SearchUnavailableError } from '../../graph/model/errors.ts';
import type { SearchChange, SearchDocument } from '../../graph/search/port.ts';
import { indexedKeys } from '../plan/indexedKeys.ts';
import { FILTER_FIELDS, valuesOf } from '../plan/planFilters.ts';
import { baseScore } from '../plan/points.ts';
import { TimeSlices } from '../timeSlices.ts';
import { orUnavailable } from './failure.ts';
import { BASE_SCORE_FIELD, wordsField } from './mapping.ts';

/** Well below the server's `http.max_content_length` (100 MB), and small enough for steady memory. */
const CHARACTERS_PER_REQUEST = 4_000_000;

/**
 * Writes changes with external versions through an existing alias. A conflict means that the index already holds this
 * or a later version: nothing to do. A deletion is written as a tombstone: the server forgets versions of deleted
 * documents after a minute, and a late write of an older version would restore the anime.
 */
export async function writeChanges(client: Client, alias: string, changes: readonly SearchChange[]): Promise<void> {
  for await (const lines of requests(changes)) {
    const answer = await orUnavailable(`writing to ${alias}`, () =>
      client.bulk({
        index: alias,
        require_alias: true,
        operations: lines,
        filter_path: 'errors,items.*._id,items.*.status,items.*.error',
      }),
    );
    if (!answer.errors) continue;
    for (const { index: item } of answer.items) {
      if (!item?.error || item.status === 409) continue;
      const reason = `${item.error.type}: ${item.error.reason}`;
      // The alias is gone, or the cluster sheds load: a retry may succeed. Any other error is a document that we built
      // wrong.
      if (item.status === 404 || item.status === 429 || item.status >= 500) {
        throw new SearchUnavailableError(`writing to ${alias}: ${reason}`);
      }
      throw new Error(`elasticsearch refused anime ${item._id}: ${reason}`);
    }
  }
}

/** Normalises in slices of a few milliseconds, so that searches are answered in between. */
async function* requests(changes: readonly SearchChange[]): AsyncGenerator<string[]> {
  const slices = new TimeSlices();
  let lines: string[] = [];
  let characters = 0;
  for (const change of changes) {
    const [action, source] = operation(change);
    lines.push(action, source);
    characters += action.length + source.length;
    await slices.pauseWhenDue();
    if (characters >= CHARACTERS_PER_REQUEST) {
      yield lines;
      lines = [];
      characters = 0;
    }
  }
  if (lines.length > 0) yield lines;
}

/** The action line is built by hand: a version is a 64-bit integer, which a JavaScript number would round. */
function operation(change: SearchChange): [action: string, source: string] {
  const { id, version } = change.kind === 'upsert' ? change.document : change;
  const action = `{"index":{"_id":${JSON.stringify(id)},"version":${version},"version_type":"external"}}`;
  if (change.kind === 'delete') return [action, JSON.stringify({ id })];
  return [action, JSON.stringify(indexedDocument(change.document))];
}

/** The indexed document: finished keys and tokens, see `mapping.ts`. */
function indexedDocument(document: SearchDocument): Record<string, unknown> {
  const { id } = document;
  const { words, number, ...keys } = indexedKeys(document);
  return {
    id,
    ...keys,
    ...Object.fromEntries(words.map((titles, length) => [wordsField(length), titles])),
    ...Object.fromEntries(FILTER_FIELDS.map((field) => [field, valuesOf(document, field)])),
    [BASE_SCORE_FIELD]: baseScore(document, number),
  };
}
