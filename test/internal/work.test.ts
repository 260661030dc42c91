import { makeExecutableSchema } from '@graphql-tools/schema';
import { beforeEach, expect, test } from '@jest/globals';
import { execute, parse } from 'graphql';
import { toolSchema } from '../../src/internal/toolSchema.ts';
import { Work } from '../../src/internal/work.ts';

const LIST = Array.from({ length: 10 }, () => ({}));
const typeDefs =
  'type Query { list: [Node!]! failing: [Int!]! } type Mutation { list: [Node!]! } type Node { list: [Node!]! value: Int! }';
let resolved = 0;
let now = 0;
const list = () => {
  resolved++;
  return LIST;
};
const resolvers = {
  Query: { list, failing: () => Promise.reject(new Error('failed')) },
  Mutation: { list },
  Node: { list, value: () => 1 },
};
const schema = toolSchema(makeExecutableSchema({ typeDefs, resolvers }));

beforeEach(() => {
  resolved = 0;
  now = 0;
});

/** Runs a document; each look at the clock takes a millisecond, or as many as given. */
async function run(source: string, client = AbortSignal.any([]), step = 1) {
  const work = new Work(client, () => (now += step));
  const { data, errors = [] } = await execute({ schema, document: parse(source), contextValue: { work } });
  return { data, messages: [...new Set(errors.map(({ message }) => message))] };
}

test('a query lets others have their turn again and again, and answers the same', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const { data } = await run('{ list { list { value } } }');
  isDone = true;
  expect(turns).toBeGreaterThan(5);
  const inner = { list: LIST.map(() => ({ value: 1 })) };
  expect(JSON.parse(JSON.stringify(data))).toEqual({ list: LIST.map(() => inner) });
});

test('of resolvers that wait, no more run at a stretch than there is time for', async () => {
  const work = new Work(AbortSignal.any([]), () => now);
  let [inTurn, most] = [0, 0];
  const resolver = () => {
    now += 5;
    most = Math.max(most, ++inTurn);
  };
  let isDone = false;
  const beginTurn = () => {
    inTurn = 0;
    if (!isDone) setImmediate(beginTurn);
  };
  setImmediate(beginTurn);
  await Promise.all(Array.from({ length: 200 }, () => work.run(true, resolver)));
  isDone = true;
  expect(most).toBeLessThanOrEqual(10);
});

test('a query of which the client has left resolves nothing more', async () => {
  const client = new AbortController();
  const running = run('{ list { list { list { value } } } }', client.signal);
  client.abort();
  expect(await running).toEqual({ data: { list: null }, messages: ['The client has left.'] });
  expect(resolved).toBeLessThan(111);
});

test('whenever the client leaves, nothing is left that fails unheard', async () => {
  for (let last = 1; last < 600; last += 60) {
    now = 0;
    const client = new AbortController();
    const work = new Work(client.signal, () => {
      if (++now === last) client.abort();
      return now;
    });
    await execute({ schema, document: parse('{ list { list { list { value } } } }'), contextValue: { work } });
  }
  await new Promise((resolve) => setTimeout(resolve));
});

test('a query that takes longer than ten seconds is refused, with the remedy', async () => {
  const { data, messages } = await run('{ list { list { list { value } } } }', undefined, 50);
  expect([data, messages]).toEqual([
    { list: null },
    [expect.stringMatching(/longer than 10 seconds, the database's included: ask for fewer/)],
  ]);
  expect(resolved).toBeLessThan(111);
});

test('a mutation is never stopped', async () => {
  const { data, messages } = await run('mutation { list { list { value } } }', AbortSignal.abort(), 1_000);
  expect([Array.isArray(data?.list), messages]).toEqual([true, []]);
});

test('a query that fails leaves the others their answers', async () => {
  expect(await run('{ failing list { value } }')).toEqual({
    data: { failing: null, list: LIST.map(() => ({ value: 1 })) },
    messages: ['failed'],
  });
});
