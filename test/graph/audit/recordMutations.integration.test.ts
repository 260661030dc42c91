import { beforeAll, describe, expect, test } from '@jest/globals';
import { type GraphQLInputObjectType, getNullableType, isInputObjectType } from 'graphql';
import { v7 as uuidv7 } from 'uuid';
import { recordMutations } from '../../../src/graph/audit/recordMutations.ts';
import { createSchema } from '../../../src/graph/schema/schema.ts';
import { retentionRules } from '../../../src/server/retention/retentionRules.ts';
import { runRetention } from '../../../src/server/retention/runRetention.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { GraphTester } from '../graphTester.ts';

/** Import batches are publications, each with its actor. */
const RECORDED_ELSEWHERE = ['importCatalog'];
/** They are about the whole installation, or an address, whose query may hold a secret. */
const WITHOUT_OBJECT = ['openDesk', 'rotateSigningKey', 'reindexSearch', 'makeDump', 'restoreDump', 'recordDownload'];

const mutations = Object.values(createSchema().getMutationType()?.getFields() ?? {});
const recorded = mutations.filter(({ name }) => !RECORDED_ELSEWHERE.includes(name));

const inputOf = (mutation: (typeof mutations)[number]) => {
  const type = getNullableType(mutation.args.find(({ name }) => name === 'input')?.type);
  return isInputObjectType(type) ? (type as GraphQLInputObjectType) : null;
};

describeWith(['postgres'], 'audit events', () => {
  const catalog = ofSuite(openTestCatalog);
  let graph: GraphTester;
  beforeAll(() => {
    graph = new GraphTester(catalog.database, catalog);
  });

  const events = (kind: string) =>
    catalog.database.client.auditEvent.findMany({ where: { kind }, orderBy: { id: 'asc' } });
  const sql = (text: string) => catalog.database.client.$executeRawUnsafe(text);
  const toolContext = () => ({ ...graph.context({ kind: 'tool', actor: 'Ann' }), address: '192.0.2.7' });

  test('there are mutations to record', () => expect(recorded.length).toBeGreaterThan(20));

  test.each(recorded.map((mutation) => [mutation.name, mutation] as const))(
    '%s is recorded, with what it is about',
    async (name, mutation) => {
      expect(mutation.resolve?.name).toMatch(/recordedMutation$/);
      const members = Object.keys(inputOf(mutation)?.getFields() ?? {});
      const input = Object.fromEntries(members.map((member) => [member, `${member} of ${name}`]));
      const created = `new ${name}`;
      const payload = name.startsWith('create') ? { made: { id: created }, secret: 'hunter2' } : {};
      const { Mutation } = recordMutations({ Mutation: { [name]: () => payload } });
      const resolve = Mutation[name] as unknown as (...of: unknown[]) => Promise<unknown>;
      expect(await resolve(undefined, { input }, toolContext(), undefined)).toEqual(payload);
      const [event, ...others] = await events(name);
      expect(others).toEqual([]);
      expect(event).toMatchObject({ outcome: 'done', actor: 'tool:Ann', address: '192.0.2.7' });
      const about = name.startsWith('create') ? created : expect.stringMatching(new RegExp(` of ${name}$`));
      expect(event?.object).toEqual(WITHOUT_OBJECT.includes(name) ? null : about);
      expect(event?.object ?? '').not.toMatch(/password|secret|key of|token/);
    },
  );

  test('are not written for what was refused', async () => {
    const before = await events('revokeApiKey');
    const { codes } = await graph.ask('mutation { revokeApiKey(input: { id: "none" }) { apiKey { id } } }');
    expect(codes).toEqual(['not_found']);
    expect(await events('revokeApiKey')).toEqual(before);
  });

  test('stand in the transaction that they tell of: without the event, nothing is done', async () => {
    const created = await graph.ask(
      'mutation { createApplication(input: { name: "Strict", owner: "ann" }) { application { id } } }',
    );
    const { id } = (created.data.createApplication as { application: { id: string } }).application;
    await sql(`ALTER TABLE audit_event ADD CONSTRAINT unwritable CHECK (kind <> 'createApiKey') NOT VALID`);
    try {
      const input = `{ applicationId: "${id}", scopes: ["anime.read"] }`;
      expect((await graph.ask(`mutation { createApiKey(input: ${input}) { key } }`)).codes).toHaveLength(1);
      expect(await catalog.database.client.apiKey.count({ where: { applicationId: id } })).toBe(0);
    } finally {
      await sql('ALTER TABLE audit_event DROP CONSTRAINT unwritable');
    }
  });

  describe('of a mutation with transactions', () => {
    const run = async (
      kind: string,
      work: (context: ReturnType<typeof toolContext>) => Promise<unknown>,
      input = {},
    ) => {
      const { Mutation } = recordMutations({
        Mutation: {
          [kind]: (_root: unknown, _args: unknown, context: ReturnType<typeof toolContext>) => work(context),
        },
      });
      const resolve = Mutation[kind] as unknown as (...of: unknown[]) => Promise<unknown>;
      await resolve(undefined, { input }, toolContext(), undefined).catch(() => {});
      return (await events(kind)).map(({ outcome }) => outcome);
    };

    test('one event, whatever the transactions are', async () => {
      expect(
        await run('several', async ({ database, publications }) => {
          await database.transaction(async () => database.transaction(async () => 1));
          await publications.transaction(async () => 2);
          return 3;
        }),
      ).toEqual(['done']);
    });

    test('none when it is undone, rehearsed or a dry run', async () => {
      const undone = async ({ database }: ReturnType<typeof toolContext>) =>
        database.transaction(async () => {
          throw new Error('undone');
        });
      expect(await run('undone', undone)).toEqual([]);
      const rehearsed = ({ publications }: ReturnType<typeof toolContext>) => publications.rehearse(async () => 1);
      expect(await run('rehearsed', rehearsed, { dryRun: true })).toEqual([]);
    });

    test('none when its transaction only says why it is refused', async () => {
      const refuse = async ({ publications }: ReturnType<typeof toolContext>) => {
        await publications.transaction(async () => ({ refused: 'the catalogue has moved' }));
        throw new Error('the catalogue has moved');
      };
      expect(await run('unseen', refuse)).toEqual([]);
    });

    test('another that says so when it fails after a part stands', async () => {
      const half = async ({ database }: ReturnType<typeof toolContext>) => {
        await database.transaction(async () => 1);
        throw new Error('half of it');
      };
      expect(await run('half', half)).toEqual(['done', 'refused']);
    });

    test('one when the database begins its transaction again', async () => {
      let attempts = 0;
      const twice = async ({ database }: ReturnType<typeof toolContext>) =>
        database.transaction(async (client) => {
          attempts += 1;
          if (attempts === 1) await client.$executeRawUnsafe(`DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$`);
        });
      expect(await run('twice', twice)).toEqual(['done']);
      expect(attempts).toBe(2);
    });
  });

  test('cannot be changed or removed, but for old ones by retention', async () => {
    const old = `INSERT INTO audit_event (id, at, kind, outcome, actor) VALUES ('${uuidv7()}', now() - interval '40 days', 'old', 'done', 'tool')`;
    await sql(old);
    await sql(
      old.replace(
        /'[0-9a-f-]{36}', now\(\) - interval '40 days', 'old'/,
        `'${uuidv7()}', now() - interval '20 days', 'recent'`,
      ),
    );
    const before = await catalog.database.client.auditEvent.count();
    for (const statement of [
      `UPDATE audit_event SET actor = 'tool:Eve'`,
      'DELETE FROM audit_event',
      `DELETE FROM audit_event WHERE kind = 'old'`,
      'TRUNCATE audit_event',
      `INSERT INTO audit_event SELECT * FROM audit_event ON CONFLICT (id) DO UPDATE SET actor = 'tool:Eve'`,
    ]) {
      await expect(sql(statement)).rejects.toThrow(/never changed/);
    }
    expect(await catalog.database.client.auditEvent.count()).toBe(before);
    const keepFor = async (days: number) => {
      const kept = { WEBHOOK_RETENTION_DAYS: 0, EVENT_RETENTION_DAYS: 0 };
      const rules = retentionRules({ ...kept, AUDIT_RETENTION_DAYS: days });
      const found = { removed: 0, failures: [] as string[] };
      const observer = {
        removed: (_rule: unknown, count: number) => {
          found.removed += count;
        },
        succeeded: () => {},
        failed: (_rule: unknown, error: unknown) => void found.failures.push(String(error)),
      };
      await runRetention(catalog.database, rules, observer, new AbortController().signal);
      return found;
    };
    expect(await keepFor(10)).toEqual({ removed: 0, failures: [expect.stringMatching(/never changed/)] });
    expect(await keepFor(41)).toEqual({ removed: 0, failures: [] });
    expect(await keepFor(30)).toEqual({ removed: 1, failures: [] });
    expect([await events('old'), (await events('recent')).length]).toEqual([[], 1]);
  });
});
