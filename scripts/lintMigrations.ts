import { readMigrations } from '../src/database/migrationHistory.ts';
import { migrationFaults } from './migrations/migrationFaults.ts';

const [, ...migrations] = await readMigrations();
const faults = (await Promise.all(migrations.map(({ name, sql }) => migrationFaults(name, sql)))).flat();
for (const fault of faults) console.error(`prisma/migrations/${fault}`);
if (faults.length > 0) process.exitCode = 1;
