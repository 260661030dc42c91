import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Where the run keeps the one that it copies; globalTeardown removes it. */
export const embeddedTemplate = () => join(tmpdir(), `catalog-embedded-${process.env.TEST_RUN}`, 'data');

/** Puts a migrated embedded database into DATA_DIR: a copy, because to make one takes ten seconds of a core. */
export async function copyEmbedded(dataDir: string): Promise<void> {
  const template = embeddedTemplate();
  if (!existsSync(template)) await makeTemplate(template);
  await mkdir(dataDir, { recursive: true });
  await promisify(execFile)('cp', ['-a', `${template}/.`, dataDir]);
}

async function makeTemplate(template: string): Promise<void> {
  // Loaded when needed: the workers that find it made have no use for them.
  const { openDatabase } = await import('../../src/database/openDatabase.ts');
  const { migrate } = await import('../../src/database/migrations/migrate.ts');
  await mkdir(dirname(template), { recursive: true });
  const draft = await mkdtemp(`${template}-`);
  const database = await openDatabase({ dataDir: draft });
  await migrate(database);
  await database.close();
  // Another worker may have been faster.
  await rename(draft, template).catch(() => rm(draft, { recursive: true }));
}
