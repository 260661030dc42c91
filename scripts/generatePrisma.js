import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// Without the first it calls home; without the second it downloads an engine, which generating does not need: any file
// will do.
const environment = { ...process.env, CHECKPOINT_DISABLE: '1', PRISMA_SCHEMA_ENGINE_BINARY: 'package.json' };

const folder = dirname(createRequire(import.meta.url).resolve('prisma/package.json'));
const { status } = spawnSync(process.execPath, [join(folder, 'build/index.js'), 'generate', ...process.argv.slice(2)], {
  env: environment,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
