import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { askPostgres } from '../../test/support/askPostgres.ts';
import { freePort } from '../../test/support/freePort.ts';
import { startTiedProcess, type TiedProcess } from '../../test/support/tiedProcess.ts';
import { waitUntilReady } from '../../test/support/waitUntilReady.ts';
import { cpuTime } from '../cpuTime.ts';
import { pinServer } from './cores.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LONGEST_START_MS = 300_000;
/** After a start or an import it fills its index and cache; it has rested when it takes less of a core than this. */
const AT_REST = 0.1;
const LOOK_EVERY_MS = 2_000;

/** The built program of a checkout on one database, as its `npm start` runs it: all roles, its defaults. */
export class Program {
  readonly name: string;
  /** The header that it is asked with: an API key's, once there is one. */
  authorization = '';
  readonly #tree: string;
  readonly #environment: Readonly<Record<string, string>>;
  #process: TiedProcess | undefined;

  private constructor(name: string, tree: string, environment: Readonly<Record<string, string>>) {
    this.name = name;
    this.#tree = tree;
    this.#environment = environment;
  }

  /**
   * @param tree another checkout, built; this one is built here
   * @param dataDir outlives its processes, as an installation's does
   */
  static async install(name: string, tree: string | undefined, databaseUrl: string, dataDir: string): Promise<Program> {
    if (tree === undefined) execFileSync(process.execPath, ['scripts/build.js'], { cwd: ROOT, stdio: 'inherit' });
    else if (!existsSync(join(tree, 'dist/catalog.js'))) throw new Error(`${tree} is not built: npm run build`);
    const { PATH = '', HOME = '' } = process.env;
    return new Program(name, tree ?? ROOT, {
      ...{ PATH, HOME, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SAMPLE_DATA: 'off', HOST: '127.0.0.1' },
      ...{ PORT: String(await freePort()), INTERNAL_PORT: String(await freePort()) },
      // As an operator sets it for a caller of thousands of requests a second.
      QUOTA_CREDENTIALED: '1000000000',
    });
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#environment.PORT}`;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Starts it, again if it runs, and waits until it is ready. */
  async start(variables: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.stop();
    const { scripts } = JSON.parse(readFileSync(join(this.#tree, 'package.json'), 'utf8')) as {
      readonly scripts: { readonly start: string };
    };
    const started = await startTiedProcess('/bin/sh', ['-c', `cd "$0" && ${scripts.start}`, this.#tree], {
      directory: mkdtempSync(join(tmpdir(), 'bench-read-')),
      environment: { ...this.#environment, ...variables },
    });
    this.#process = started;
    const ready = async () => {
      const { ok } = await fetch(`http://127.0.0.1:${this.#environment.INTERNAL_PORT}/readyz`);
      if (!ok) throw new Error('not ready');
    };
    await waitUntilReady(started, this.name, ready, LONGEST_START_MS);
  }

  /** Starts it, publishes the records of a file and makes the key of a caller, as its operator does. */
  async fill(file: string): Promise<void> {
    await this.start();
    const { complete } = await this.#command<{ complete: boolean }>('import', file, '--json');
    if (!complete) throw new Error(`${this.name}: the import broke off`);
    const app = ['--name', 'Benchmark', '--owner', 'benchmark', '--external'];
    const { id } = await this.#command<{ id: string }>('apps', 'create', ...app, '--json');
    const { key } = await this.#command<{ key: string }>(
      'keys',
      'create',
      '--app',
      id,
      '--scope',
      'anime.read',
      '--json',
    );
    this.authorization = `Bearer ${key}`;
    // As autovacuum does in a minute, which would be in the midst of a row.
    await askPostgres(this.#environment.DATABASE_URL ?? '', 'VACUUM (ANALYZE)');
  }

  /** Waits until it is at rest and ties it to the servers' core. */
  async rest(): Promise<void> {
    for (let used = 1; used > AT_REST; ) {
      const before = cpuTime(this.pid);
      await sleep(LOOK_EVERY_MS);
      used = (cpuTime(this.pid) - before) / 1000 / LOOK_EVERY_MS;
    }
    pinServer(this.pid);
  }

  async stop(): Promise<void> {
    await this.#process?.stop();
    this.#process = undefined;
  }

  async #command<Answer>(...parameters: readonly string[]): Promise<Answer> {
    const command = [join(this.#tree, 'bin/catalog'), ...parameters];
    // Status 1 of an import tells of rejected records: a real catalogue may hold a title that is none.
    const { stdout } = await promisify(execFile)(process.execPath, command, { env: this.#environment }).catch(
      (error: Error & { readonly stdout?: string }) => {
        if (!error.stdout) throw error;
        return { stdout: error.stdout };
      },
    );
    return JSON.parse(stdout) as Answer;
  }
}
