import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTiedProcess, type TiedProcess } from '../support/tiedProcess.ts';

const example = fileURLToPath(new URL('../../docs/webhooks/mirror.ts', import.meta.url));

interface Resource {
  readonly id: string;
  readonly anime?: { readonly id: string };
}

/** What the mirror of docs/webhooks keeps. */
export interface MirrorState {
  readonly position: number;
  readonly isListed: boolean;
  readonly anime: Readonly<Record<string, Resource>>;
  readonly episodes: Readonly<Record<string, Resource>>;
}

/** The mirror's process, which can be killed and started again over its file. */
export class MirrorProcess {
  readonly #origin: string;
  readonly #folder: string;
  #process: TiedProcess | undefined;

  private constructor(origin: string, folder: string) {
    this.#origin = origin;
    this.#folder = folder;
  }

  static async start(origin: string): Promise<MirrorProcess> {
    const mirror = new MirrorProcess(origin, await mkdtemp(join(tmpdir(), 'catalog-mirrors-')));
    await mirror.start();
    return mirror;
  }

  async start(): Promise<void> {
    const directory = await mkdtemp(join(tmpdir(), 'catalog-mirror-'));
    const code = ['--import', import.meta.resolve('tsx'), example, this.#origin, this.#file];
    this.#process = await startTiedProcess(process.execPath, code, { directory });
  }

  async kill(): Promise<void> {
    await this.#process?.kill();
  }

  /** While it does not run. */
  async forget(): Promise<void> {
    await rm(this.#file, { force: true });
  }

  /** Null before it has stored anything. */
  async state(): Promise<MirrorState | null> {
    return JSON.parse(await readFile(this.#file, 'utf8').catch(() => 'null')) as MirrorState | null;
  }

  /** Whether it has read the lists, and the log to this position. */
  async isAt(position: bigint | number): Promise<boolean> {
    const state = await this.state();
    return state?.isListed === true && BigInt(state.position) === BigInt(position);
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #file(): string {
    return join(this.#folder, 'mirror.json');
  }
}
