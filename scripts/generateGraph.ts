import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { graphArtifacts } from './graphArtifacts.ts';

for (const [path, text] of Object.entries(await graphArtifacts())) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
