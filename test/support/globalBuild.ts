import { fileURLToPath } from 'node:url';
import { buildProgram } from '../../scripts/build/buildProgram.js';

/** Jest calls it once before the tests: none runs or reads a dist/ of other sources. */
export default async function buildOnce(): Promise<void> {
  await buildProgram(fileURLToPath(new URL('../../dist', import.meta.url)));
}
