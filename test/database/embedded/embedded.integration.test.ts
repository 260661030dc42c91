import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, jest } from '@jest/globals';
import type { Database } from '../../../src/database/database.ts';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { copyEmbedded } from '../../support/copyEmbedded.ts';
import { describeDatabase } from '../conformance.ts';

jest.setTimeout(60_000);

describe('the embedded database', () => {
  let dataDir: string;
  let database: Database;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'catalog-test-'));
    await copyEmbedded(dataDir);
    database = await openDatabase({ dataDir });
  }, 120_000);
  afterAll(async () => {
    await database?.close();
    await rm(dataDir, { recursive: true });
  });

  describeDatabase(() => database, { embedded: true });
});
