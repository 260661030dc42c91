import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FOLDER = 'prisma/migrations';
const MIGRATION = new RegExp(`^${FOLDER}/(\\d[^/]*)/migration\\.sql$`);

/**
 * What would part a new database from one that the last release made: its migrations are compared with those of the tag
 * before or at this commit. Databases refuse an edited one (`migration_edited`), and one that comes before those that
 * they have would run in another order than in an empty database.
 * @param root of a checkout
 * @returns a line each; none where there is no repository or no release
 */
export async function releasedFaults(root: string): Promise<string[]> {
  const git = async (...words: string[]) => (await run('git', words, { cwd: root })).stdout.split('\n').filter(Boolean);
  const tag = await lastRelease(git);
  if (tag === null) return [];
  const released = (await git('ls-tree', '-r', '--name-only', tag, '--', `${FOLDER}/`)).flatMap(nameOf).sort();
  const last = released.at(-1) ?? '';
  // Of the files as they are in the checkout, with the line ends that Git would store.
  const changed = await git('diff', '--name-only', '--no-renames', tag, '--', ...released.map(pathOf));
  const present = await git('ls-files', '--cached', '--others', '--exclude-standard', '--', `${FOLDER}/`);
  const early = present.flatMap(nameOf).filter((name) => name < last && !released.includes(name));
  return [
    ...changed
      .flatMap(nameOf)
      .map((name) => `${name}: databases have it as ${tag} has it: restore it, changes go into a new migration`),
    ...early.map((name) => `${name}: databases of ${tag} have ${last} already: call it by a later time`),
  ];
}

async function lastRelease(git: (...words: string[]) => Promise<string[]>): Promise<string | null> {
  try {
    // An archive may have been unpacked within another repository.
    if ((await git('rev-parse', '--show-prefix')).length > 0) return null;
    return (await git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD'))[0] ?? null;
  } catch {
    return null;
  }
}

function nameOf(path: string): string[] {
  const name = MIGRATION.exec(path)?.[1];
  return name === undefined ? [] : [name];
}

function pathOf(name: string): string {
  return `${FOLDER}/${name}/migration.sql`;
}
