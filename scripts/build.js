import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));
const generated = [
  'src/database/generated/client.ts',
  'src/graph/generated/resolvers.ts',
  'src/search/normaliser/generated/hanVariants.ts',
];

/** `npm run build`. An installation without devDependencies cannot build: it runs the dist/ that it was given. */
if (hasTools()) {
  // After an installation or a pull the generated code may be of an earlier schema; a start takes what is there.
  if (process.env.npm_lifecycle_event === 'prepare' || !generated.every((path) => existsSync(root + path))) generate();
  const { buildProgram } = await import('./build/buildProgram.js');
  await buildProgram(dist);
  process.stdout.write(`Built dist/ in ${(performance.now() / 1000).toFixed(1)} s.\n`);
} else if (!existsSync(dist)) {
  process.stderr.write(
    'dist/ is missing, and what builds it is not installed: run "npm ci" without --omit=dev, or copy a dist/ from where it was built.\n',
  );
  // An image may install first and copy dist/ later; bin/catalog says so if nobody does.
  if (process.env.npm_lifecycle_event !== 'prepare') process.exitCode = 1;
}

function hasTools() {
  try {
    import.meta.resolve('esbuild');
    return true;
  } catch {
    return false;
  }
}

/**
 * Prisma's client from prisma/schema.prisma, the graph's types from its SDL, the variants of Han characters. Throws
 * what a generator printed.
 */
function generate() {
  const scripts = [
    ['scripts/generatePrisma.js'],
    ['--import', 'tsx', 'scripts/generateGraph.ts', '--types'],
    ['--import', 'tsx', 'scripts/generateHanVariants.ts'],
  ];
  for (const script of scripts) {
    const { status, stderr } = spawnSync(process.execPath, script, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${script.find((part) => part.startsWith('scripts/'))} failed:\n${stderr}`);
  }
}
