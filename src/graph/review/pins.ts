import type { TransactionClient } from '../../database/database.ts';
import type { Pin } from '../generated/resolvers.ts';
import { membersOf, without } from '../import/proposals/withholdReviewed.ts';
import { REVIEW_SOURCE, storedRecord } from '../import/record.ts';
import { CatalogError } from '../model/errors.ts';
import type { PublishingPorts } from '../publication/publications.ts';
import { changeDecisions, type DecisionChange, findSubject } from './changeDecisions.ts';
import type { Reviewer } from './decideProposal.ts';

/** The pins of an anime and its episodes, or of one episode. @throws CatalogError as findSubject */
export async function listPins(client: TransactionClient, id: string): Promise<Pin[]> {
  const { animeId, episodeId } = await findSubject(client, id);
  const records = await client.sourceRecord.findMany({
    where: { source: REVIEW_SOURCE, ...(episodeId === null ? { animeId } : { episodeId }) },
    orderBy: { id: 'asc' },
  });
  return records.flatMap((stored) =>
    Object.entries(membersOf(storedRecord(stored.record))).map(([field, value]) => ({
      field,
      value: JSON.stringify(value),
      animeId: stored.animeId,
      episodeId: stored.episodeId,
      decidedAt: stored.updatedAt.toISOString(),
    })),
  );
}

/**
 * Lifts pins of an anime or of an episode: the sources' values apply again, at once.
 * @param fields null: all of them; titles that reviewers added go only where `titles` is named
 * @throws CatalogError as changeDecisions; invalid_parameter for a field that is not pinned
 */
export async function liftPins(
  ports: PublishingPorts,
  id: string,
  fields: readonly string[] | null,
  reviewer: Reviewer,
): Promise<DecisionChange> {
  return await changeDecisions(ports, id, reviewer, (decided) => {
    const pinned = Object.keys(membersOf(decided));
    const lifted = fields ?? pinned.filter((field) => field !== 'titles');
    const unpinned = lifted.find((field) => !pinned.includes(field));
    if (unpinned !== undefined || lifted.length === 0) {
      const those = `pinned are ${pinned.join(', ')}`;
      const named = unpinned === undefined ? 'Name what to lift' : `${unpinned} is not pinned there`;
      const nothing = unpinned === undefined ? 'Nothing is pinned there' : `${named}: nothing is`;
      const message = pinned.length === 0 ? `${nothing}.` : `${named}: ${those}.`;
      throw new CatalogError('invalid_parameter', message, { parameter: 'fields' });
    }
    // An episode's status and confirmation are one decision.
    const isOfStatus = decided.type === 'episode' && (lifted.includes('status') || lifted.includes('releasedAt'));
    return without(decided, [...lifted, ...(isOfStatus ? ['status', 'releasedAt'] : [])]);
  });
}
