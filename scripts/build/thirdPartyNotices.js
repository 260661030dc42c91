import { readdir, readFile } from 'node:fs/promises';
import { root } from './root.js';

const introduction = `Parts of the packages below are in this folder, each under its own licence. The packages that lie beside it in
node_modules bring their licences themselves.`;

/**
 * Names, versions and licences of packages, with the texts that they ship.
 *
 * @param {readonly string[]} packages by their path in the lock file
 */
export async function thirdPartyNotices(packages) {
  const notices = await Promise.all(packages.map((path) => notice(root + path)));
  return `${[introduction, ...notices.sort()].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** @param {string} folder */
async function notice(folder) {
  const { name, version, license, repository } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
  const source = typeof repository === 'string' ? repository : repository?.url;
  const names = (await readdir(folder)).filter((it) => /^(licen[cs]e|copying|notice)\b/i.test(it)).sort();
  const texts = await Promise.all(names.map((it) => readFile(`${folder}/${it}`, 'utf8')));
  const heading = `${name} ${version} (${license ?? 'licence not named'})${source ? `\n${source}` : ''}`;
  return [heading, ...texts.map((text) => text.trim().replaceAll('\r\n', '\n'))].join('\n\n');
}
