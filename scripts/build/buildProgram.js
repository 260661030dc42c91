import { bundleProgram } from './bundleProgram.js';
import { copiedFiles } from './copiedFiles.js';
import { thirdPartyNotices } from './thirdPartyNotices.js';
import { writeFolder } from './writeFolder.js';

/**
 * Builds what `bin/catalog` runs: the program, the files that it serves or reads, and the licences of what is in it. The folder can
 * be copied elsewhere; beside it the program needs the packages of `dependencies`.
 *
 * @param {string} folder made or brought up to date
 */
export async function buildProgram(folder) {
  const program = await bundleProgram(folder);
  const copied = await copiedFiles();
  const notices = await thirdPartyNotices([...program.packages, ...copied.packages]);
  await writeFolder(
    folder,
    new Map([...program.files, ...copied.files, ['THIRD-PARTY-LICENSES.txt', Buffer.from(notices)]]),
  );
}
