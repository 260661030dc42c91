import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import type { TransactionClient } from '../../src/database/database.ts';
import { createStatementNames } from '../../src/database/statementNames.ts';
import { POOL_SIZE, SESSION_OPTIONS } from '../read/servers/settings.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Prisma's client with the preview feature relationJoins: `include` is one statement of lateral joins. It is generated beside the
 * packages that it imports; its types are those of the service's own client.
 */
export async function openJoinedClient(url: string): Promise<TransactionClient & { $disconnect(): Promise<void> }> {
  const folder = `${root}node_modules/.cache/bench-joined-client`;
  mkdirSync(folder, { recursive: true });
  const schema = readFileSync(`${root}prisma/schema.prisma`, 'utf8')
    .replace('"../src/database/generated"', `"${folder}/client"`)
    .replace(/^generator client \{/m, '$&\n  previewFeatures = ["relationJoins"]');
  writeFileSync(`${folder}/schema.prisma`, schema);
  const generate = ['scripts/generatePrisma.js', '--schema', `${folder}/schema.prisma`];
  const { status, stderr } = spawnSync(process.execPath, generate, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`prisma generate: ${stderr}`);
  const { PrismaClient } = await import(`${folder}/client/client.ts`);
  const adapter = new PrismaPg(
    { connectionString: url, max: POOL_SIZE, options: SESSION_OPTIONS },
    { statementNameGenerator: createStatementNames() },
  );
  return new PrismaClient({ adapter });
}
