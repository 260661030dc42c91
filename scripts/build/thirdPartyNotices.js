import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const introduction = `The program is built from its own sources and from the packages below, each under its own licence. The packages that lie
beside it in node_modules bring their licences themselves.`;

/**
 * Names, versions and licences of packages, with the texts that they ship.
 *
 * @param {readonly string[]} folders of the packages
 * @returns {Promise<string>}
 */
export async function thirdPartyNotices(folders) {
  const notices = await Promise.all(folders.map(notice));
  return `${[introduction, ...[...new Set(notices)].sort()].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** @param {string} folder */
async function notice(folder) {
  const { name, version, license, repository } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const source = typeof repository === 'string' ? repository : repository?.url;
  const names = (await readdir(folder)).filter((it) => /^(licen[cs]e|copying|notice)\b/i.test(it)).sort();
  const texts = await Promise.all(names.map((it) => readFile(join(folder, it), 'utf8')));
  const heading = `${name} ${version} (${license ?? 'licence not named'})${source ? `\n${source}` : ''}`;
  return [heading, ...texts.map((text) => text.trim().replaceAll('\r\n', '\n'))].join('\n\n');
}
