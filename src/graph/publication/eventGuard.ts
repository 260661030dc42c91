import { Prisma } from '../../database/generated/client.ts';

/** A Prisma client extension, for every client, a transaction's included: an event written by hand is refused before it is sent. */
export const eventGuard = Prisma.defineExtension({
  name: 'events are published',
  query: {
    event: {
      create: refuse,
      createMany: refuse,
      createManyAndReturn: refuse,
      upsert: refuse,
      update: refuse,
      updateMany: refuse,
    },
  },
});

function refuse(): never {
  throw new Error('events are published (publications.transaction), never written by hand');
}
