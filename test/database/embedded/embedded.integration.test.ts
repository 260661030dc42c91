import { afterAll, beforeAll, describe, jest } from '@jest/globals';
import { describeDatabase } from '../conformance.ts';
import { type OpenedDatabase, openTestEmbedded } from '../testDatabases.ts';

jest.setTimeout(60_000);

describe('the embedded database', () => {
  let opened: OpenedDatabase;
  beforeAll(async () => {
    opened = await openTestEmbedded({ migrated: true });
  });
  afterAll(async () => {
    await opened.close();
  });

  describeDatabase(() => opened.database);
});
