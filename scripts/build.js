import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));

/** `npm run build`. An installation without devDependencies cannot build: it runs the dist/ that it was given. */
if (hasTools()) {
  const { buildProgram } = await import('./build/buildProgram.js');
  await buildProgram(dist);
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
