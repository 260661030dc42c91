import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FOLDER = 'prisma/migrations';
const MIGRATION = new RegExp(`^${FOLDER}/(\\d[^/]*)/migration\\.sql$`);

/**
 * What would part a new database from one that the last release made: its migrations are compared with those of the
 * release (a commit "Release X": tags do not travel between clones) before or at this commit. Databases refuse an
 * edited one (`migration_edited`), and one that comes before those that they have would run in another order than in an
 * empty database. A release that began with another first migration is none: its databases are not those of this
 * commit.
 * @param root of a checkout
 * @param tell is called with a line where the release counts as none
 * @returns a line each; none where there is no repository or no release
 */
export async function releasedFaults(root: string, tell: (line: string) => void = () => {}): Promise<string[]> {
  const git = async (...words: string[]) => (await run('git', words, { cwd: root })).stdout.split('\n').filter(Boolean);
  const release = await lastRelease(git);
  if (release === null) return [];
  const { commit, title } = release;
  const released = (await git('ls-tree', '-r', '--name-only', commit, '--', `${FOLDER}/`)).flatMap(nameOf).sort();
  const last = released.at(-1) ?? '';
  // Of the files as they are in the checkout, with the line ends that Git would store.
  const diff = await git('diff', '--name-only', '--no-renames', commit, '--', ...released.map(pathOf));
  const changed = diff.flatMap(nameOf);
  const present = await git('ls-files', '--cached', '--others', '--exclude-standard', '--', `${FOLDER}/`);
  if (changed.includes(released[0] ?? '')) {
    tell(`${title} has another first migration: its databases are not those of this commit.`);
    return [];
  }
  const early = present.flatMap(nameOf).filter((name) => name < last && !released.includes(name));
  return [
    ...changed.map(
      (name) => `${name}: databases have it as ${title} has it: restore it, changes go into a new migration`,
    ),
    ...early.map((name) => `${name}: databases of ${title} have ${last} already: call it by a later time`),
  ];
}

async function lastRelease(
  git: (...words: string[]) => Promise<string[]>,
): Promise<{ readonly commit: string; readonly title: string } | null> {
  try {
    // An archive may have been unpacked within another repository.
    if ((await git('rev-parse', '--show-prefix')).length > 0) return null;
    const commits = await git('log', '--grep=^Release [0-9]', '--format=%H %s', 'HEAD');
    const [, commit, title] = commits.flatMap((line) => /^(\w+) (Release \d.*)$/.exec(line) ?? []);
    return commit && title ? { commit, title } : null;
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
