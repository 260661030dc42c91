import { readFile } from 'node:fs/promises';
import { browserScripts } from './browserScripts.js';
import { bundleProgram } from './bundleProgram.js';
import { copiedFiles } from './copiedFiles.js';
import { createSbom } from './createSbom.js';
import { documents } from './documents.js';
import { productionManifest } from './productionManifest.js';
import { root } from './root.js';
import { thirdPartyNotices } from './thirdPartyNotices.js';
import { writeFolder } from './writeFolder.js';

/**
 * Builds what `bin/catalog` runs: the program, the files that it serves or reads, the manifest of the packages that it
 * needs beside it, and the bill of materials and the licences of all of them.
 *
 * @param {string} folder made or brought up to date
 */
export async function buildProgram(folder) {
  const [program, scripts, copied, pages] = await Promise.all([
    bundleProgram(folder),
    browserScripts(),
    copiedFiles(),
    documents(),
  ]);
  const [manifest, lock] = await Promise.all(['package.json', 'package-lock.json'].map(readJson));
  const production = productionManifest(manifest, lock.packages);
  const built = [...new Set([...program.packages, ...copied.packages])];
  const installed = Object.keys(production.lock.packages).filter((path) => path !== '');
  const sbom = createSbom(lock, [...new Set([...built, ...installed])].sort());
  const texts = {
    'THIRD-PARTY-LICENSES.txt': await thirdPartyNotices(built),
    'package.json': json(production.manifest),
    'package-lock.json': json(production.lock),
    'sbom.cdx.json': json(sbom),
  };
  const written = Object.entries(texts).map(([name, text]) => /** @type {const} */ ([name, Buffer.from(text)]));
  await writeFolder(folder, new Map([...program.files, ...scripts, ...copied.files, ...pages, ...written]));
}

/** @param {string} path in the checkout */
async function readJson(path) {
  return JSON.parse(await readFile(root + path, 'utf8'));
}

/** @param {object} value */
function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
