import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';

/** Every step starts the command anew. */
jest.setTimeout(180_000);

describeWith(['postgres'], 'catalog audit', () => {
  let database: TestDatabase;
  let service: CatalogService;
  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startCatalog({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  const run = (command: readonly string[], input = '') =>
    runCatalog(command, { environment: service.environment, input });
  const kinds = async (...options: string[]) => {
    const { status, stdout } = await run(['audit', ...options, '--json']);
    expect(status).toBe(0);
    return (JSON.parse(stdout) as { items: { kind: string }[] }).items.map(({ kind }) => kind);
  };

  test('tells who did what, newest first, of one, to one, and since a time', async () => {
    for (const name of ['ann', 'bob']) await run(['users', 'create', name], 'correct horse battery\n');
    const since = new Date().toISOString();
    await run(['users', 'disable', 'ann']);
    expect(await kinds()).toEqual(['disableUser', 'createUser', 'createUser']);
    expect(await kinds('--limit', '1')).toEqual(['disableUser']);
    expect(await kinds('--object', 'ann')).toEqual(['disableUser', 'createUser']);
    expect(await kinds('--since', since)).toEqual(['disableUser']);
    const { actor } = (JSON.parse((await run(['audit', '--json'])).stdout) as { items: { actor: string }[] })
      .items[0] as { actor: string };
    expect(await kinds('--actor', actor)).toHaveLength(3);
    expect(await kinds('--actor', actor.replace(/^tool:/, ''))).toHaveLength(3);
    expect(await kinds('--actor', 'nobody')).toEqual([]);
    const { stdout } = await run(['audit', '--object', 'ann']);
    expect(stdout).toMatch(/^TIME +WHAT +WHO +OBJECT +FROM\n\S+Z +disableUser +tool\S* +ann +127\.0\.0\.1\n/);
  });
});
