import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inherited } from '../support/runCatalog.ts';

const run = promisify(execFile);
const who = { GIT_AUTHOR_NAME: 'x', GIT_AUTHOR_EMAIL: 'x@x', GIT_COMMITTER_NAME: 'x', GIT_COMMITTER_EMAIL: 'x@x' };

/** A Git repository in a temporary folder. */
export interface TestRepository {
  readonly root: string;
  /** Of commands that are run in it. */
  readonly options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv };
  write(name: string, text: string): Promise<void>;
  /** @returns its output */
  git(...words: string[]): Promise<string>;
  /** Commits all that is there. */
  commit(message: string): Promise<void>;
  remove(): Promise<void>;
}

export async function createTestRepository(): Promise<TestRepository> {
  const root = await mkdtemp(join(tmpdir(), 'catalog-repository-'));
  const options = { cwd: root, env: { ...inherited(), ...who } };
  const git = async (...words: string[]) => (await run('git', words, options)).stdout;
  await git('init', '--quiet', '--initial-branch=main');
  return {
    ...{ root, options, git },
    async write(name, text) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), text);
    },
    async commit(message) {
      await git('add', '.');
      await git('commit', '--quiet', '--allow-empty', '-m', message);
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
