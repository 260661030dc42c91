import { v7 as uuidv7 } from 'uuid';
import type { TransactionClient } from '../../database/database.ts';
import { Prisma, type Proposal } from '../../database/generated/client.ts';
import { CatalogError, notFound } from '../model/errors.ts';
import type { PublishingPorts } from '../publication/publications.ts';
import type { Reviewer } from './decideProposal.ts';

/**
 * Lets what a rejection keeps out wait for a reviewer again, as a new proposal: the rejection stays in the history and
 * no longer keeps anything out, and the new one names who reopened it until it is decided.
 * @throws CatalogError not_found; conflict for what is not rejected, was replaced by its source, or waits already
 */
export async function reopenProposal(ports: PublishingPorts, id: string, reviewer: Reviewer): Promise<Proposal> {
  return await ports.publications.transaction(async ({ client }) => {
    const rejected = await client.proposal.findUnique({ where: { id } });
    if (rejected === null) throw notFound('proposal', id);
    const { type, source, sourceId, status, holds, reason, base } = rejected;
    if (status !== 'rejected') {
      const remedy = status === 'approved' ? ' What an approval decided is lifted by catalog review unpin.' : '';
      throw new CatalogError('conflict', `Proposal ${id} is ${status}: only a rejection is reopened.${remedy}`);
    }
    const waiting = await client.proposal.findFirst({ where: { type, source, sourceId, status: 'pending' } });
    if (waiting !== null)
      throw new CatalogError('conflict', `The record is already pending, as proposal ${waiting.id}.`);
    if (holds === null) {
      const since = `it was reopened, or ${source} has stated other values`;
      throw new CatalogError('conflict', `Proposal ${id} no longer keeps anything out: ${since}.`);
    }
    await client.proposal.update({ where: { id }, data: { holds: Prisma.DbNull } });
    // Values that the source has replaced since are no part of it.
    const record = { type, source, sourceId, ...(holds as Prisma.JsonObject) };
    const at = { createdAt: ports.now(), updatedAt: ports.now() };
    const by = { reviewer: reviewer.name, decision: reviewer.reason };
    const candidates = await survivorsOf(client, rejected.candidates);
    return await client.proposal.create({
      data: { id: uuidv7(), type, source, sourceId, record, reason, candidates, base: base ?? {}, ...by, ...at },
    });
  });
}

/** Where these anime are now: merges since have ended some. */
async function survivorsOf(client: TransactionClient, ids: readonly string[]): Promise<string[]> {
  const rows = await client.anime.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, mergedIntoId: true },
  });
  const survivors = new Map(rows.map(({ id, mergedIntoId }) => [id, mergedIntoId ?? id]));
  return [...new Set(ids.flatMap((id) => survivors.get(id) ?? []))];
}
