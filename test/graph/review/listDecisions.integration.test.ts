import { beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../src/database/database.ts';
import type { Prisma } from '../../../src/database/generated/client.ts';
import { listProposals } from '../../../src/graph/review/listProposals.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { GraphTester } from '../graphTester.ts';

interface Listed {
  readonly nodes: readonly { readonly id: string; readonly decidedAt: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

describeWith(['postgres'], 'proposals in lists', () => {
  const catalog = ofSuite(openTestCatalog);
  let graph: GraphTester;

  beforeAll(async () => {
    graph = new GraphTester(catalog.database, catalog);
    for (const source of ['mal', 'anilist']) {
      const records = Array.from({ length: 6 }, (_, at) => ({
        ...{ type: 'anime', source, sourceId: String(at + 1), titles: [{ title: `${source} ${at}` }] },
      }));
      await catalog.import(records, { review: true });
    }
  });

  const ask = async <Data>(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<Data> => {
    const { data, codes } = await graph.ask(query, variables);
    expect(codes).toEqual([]);
    return data as Data;
  };
  const idsOf = async (filter: string) =>
    (await ask<{ proposals: Listed }>(`{ proposals(first: 100, ${filter}) { nodes { id } } }`)).proposals.nodes.map(
      ({ id }) => id,
    );

  test('are counted by source and reason while they are pending, and found by both', async () => {
    const mal = await idsOf('status: PENDING, source: "mal"');
    expect(mal).toHaveLength(6);
    expect(await idsOf('reason: AMBIGUOUS_MATCH')).toEqual([]);
    expect(await idsOf('source: "nothing"')).toEqual([]);
    for (const id of mal.slice(0, 2)) {
      await ask('mutation($input: RejectProposalInput!) { rejectProposal(input: $input) { events } }', {
        input: { id },
      });
    }
    const { pendingProposals } = await ask<{ pendingProposals: unknown }>(
      '{ pendingProposals { source reason count } }',
    );
    expect(pendingProposals).toEqual([
      { source: 'anilist', reason: 'REVIEW_REQUESTED', count: 6 },
      { source: 'mal', reason: 'REVIEW_REQUESTED', count: 4 },
    ]);
    const { codes } = await graph.ask('{ proposals(first: 1, source: "a\\u0000") { nodes { id } } }', {});
    expect(codes).toEqual(['invalid_parameter']);
  });

  test('that are decided or deleted while a page is read are left out of it, and the list goes on', async () => {
    const { client } = catalog.database;
    const ids = await idsOf('status: PENDING, source: "anilist"');
    const [deleted, decided, ...others] = ids as [string, string, ...string[]];
    const rows = await client.proposal.findMany({ where: { id: { in: [deleted, decided] } } });
    const changing: Pick<Database, 'client' | 'query'> = {
      client,
      async query(statement, options) {
        const found = await catalog.database.query<never>(statement, options);
        await client.proposal.delete({ where: { id: deleted } });
        await client.proposal.update({ where: { id: decided }, data: { status: 'superseded' } });
        return found;
      },
    };
    const list = (first: number, after: string | null, database: Pick<Database, 'client' | 'query'>) =>
      listProposals(database, { status: 'pending', source: 'anilist' }, { first, after });
    const page = await list(3, null, changing);
    expect(page.nodes.map(({ id }) => id)).toEqual(others.slice(0, 1));
    expect(page.pageInfo.hasNextPage).toBe(true);
    const rest = await list(3, page.pageInfo.endCursor, catalog.database);
    expect(rest.nodes.map(({ id }) => id)).toEqual(others.slice(1));
    await client.proposal.deleteMany({ where: { id: decided } });
    await client.proposal.createMany({ data: rows as Prisma.ProposalCreateManyInput[] });
  });

  test('are listed by their decisions, the latest first, also those of one instant', async () => {
    const ids = await idsOf('status: PENDING');
    for (const id of ids) {
      await ask('mutation($input: RejectProposalInput!) { rejectProposal(input: $input) { events } }', {
        input: { id },
      });
    }
    await catalog.database.client.$executeRawUnsafe(
      "update proposal set decided_at = '2026-01-01T00:00:00Z' where source = 'anilist'",
    );
    const seen: Listed['nodes'][number][] = [];
    for (let after: string | null = null, more = true; more; ) {
      const { decisions }: { decisions: Listed } = await ask(
        'query($after: String) { decisions(first: 4, after: $after) { nodes { id decidedAt } pageInfo { hasNextPage endCursor } } }',
        { after },
      );
      seen.push(...decisions.nodes);
      [after, more] = [decisions.pageInfo.endCursor, decisions.pageInfo.hasNextPage];
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(12);
    const keys = seen.map(({ id, decidedAt }) => `${decidedAt} ${id}`);
    expect(keys).toEqual([...keys].sort().reverse());
    const { codes } = await graph.ask('{ decisions(first: 4, after: "AVx") { nodes { id } } }', {});
    expect(codes).toEqual(['invalid_cursor']);
  });
});
