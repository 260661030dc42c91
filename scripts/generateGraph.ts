import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { graphArtifacts } from './graphArtifacts.ts';

// An installation writes only what is not committed.
const typesOnly = process.argv.includes('--types');
for (const [path, text] of Object.entries(await graphArtifacts())) {
  if (typesOnly && path === 'schema.graphql') continue;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
