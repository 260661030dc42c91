import { v7 as uuidv7 } from 'uuid';
import { Prisma, type Proposal } from '../../database/generated/client.ts';
import { CatalogError, notFound } from '../model/errors.ts';
import type { PublishingPorts } from '../publication/publishingPorts.ts';

/**
 * Lets what a rejection keeps out wait for a reviewer again, as a new proposal: the rejection stays in the history and
 * keeps nothing out any more.
 * @throws CatalogError not_found; conflict for what is not rejected, was replaced by its source, or waits already
 */
export async function reopenProposal(ports: PublishingPorts, id: string): Promise<Proposal> {
  return await ports.publications.transaction(async ({ client }) => {
    const rejected = await client.proposal.findUnique({ where: { id } });
    if (rejected === null) throw notFound('proposal', id);
    const { type, source, sourceId, status, holds, reason, candidates, base } = rejected;
    if (status !== 'rejected') {
      const remedy = status === 'approved' ? ' What an approval decided is lifted by catalog review unpin.' : '';
      throw new CatalogError('conflict', `Proposal ${id} is ${status}: only a rejection is reopened.${remedy}`);
    }
    const waiting = await client.proposal.findFirst({ where: { type, source, sourceId, status: 'pending' } });
    if (waiting !== null) throw new CatalogError('conflict', `The record waits already, as proposal ${waiting.id}.`);
    if (holds === null) {
      throw new CatalogError('conflict', `Proposal ${id} keeps nothing out any more: ${source} has said other values.`);
    }
    await client.proposal.update({ where: { id }, data: { holds: Prisma.DbNull } });
    // Values that the source has replaced since are no part of it.
    const record = { type, source, sourceId, ...(holds as Prisma.JsonObject) };
    const at = { createdAt: ports.now(), updatedAt: ports.now() };
    return await client.proposal.create({
      data: { id: uuidv7(), type, source, sourceId, record, reason, candidates, base: base ?? {}, ...at },
    });
  });
}
