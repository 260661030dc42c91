import { fileURLToPath } from 'node:url';
import { readMigrations } from '../src/database/migrations/migrationHistory.ts';
import { migrationFaults } from './migrations/migrationFaults.ts';
import { releasedFaults } from './migrations/releasedFaults.ts';

const [, ...migrations] = await readMigrations();
const faults = [
  ...(await Promise.all(migrations.map(({ name, sql }) => migrationFaults(name, sql)))).flat(),
  ...(await releasedFaults(fileURLToPath(new URL('..', import.meta.url)), console.error)),
];
for (const fault of faults) console.error(`prisma/migrations/${fault}`);
if (faults.length > 0) process.exitCode = 1;
