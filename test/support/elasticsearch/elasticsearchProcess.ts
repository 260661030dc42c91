import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const START_SCRIPT = fileURLToPath(new URL('./start', import.meta.url));
/** The first start of all fetches the jars. */
const START_TIMEOUT_MS = 240_000;
const STOP_TIMEOUT_MS = 20_000;

export interface ElasticsearchNodeOptions {
  /** JVM heap, e.g. `1g`; default 512m. */
  readonly heap?: string;
  /** Node settings, e.g. `{'node.name': 'a'}`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** One node: a process of its own, with a temporary home that lasts until `stop`. */
export class ElasticsearchProcess {
  readonly #options: ElasticsearchNodeOptions;
  readonly #home: string;
  #child: ChildProcess | undefined;
  #httpAddress: string;
  #transportAddress: string;

  private constructor(options: ElasticsearchNodeOptions, home: string) {
    this.#options = options;
    this.#home = home;
    this.#httpAddress = `127.0.0.1:${options.settings?.['http.port'] ?? 0}`;
    this.#transportAddress = `127.0.0.1:${options.settings?.['transport.port'] ?? 0}`;
  }

  static async create(options: ElasticsearchNodeOptions): Promise<ElasticsearchProcess> {
    const node = new ElasticsearchProcess(options, await mkdtemp(join(tmpdir(), 'elasticsearch-')));
    try {
      await node.start();
    } catch (error) {
      await node.stop();
      throw error;
    }
    return node;
  }

  /** Its origin, e.g. `http://127.0.0.1:39193`. Stays the same when the node is started again. */
  get url(): string {
    return `http://${this.#httpAddress}`;
  }

  /** Starts it, or starts it again on the same ports and data after `kill`. */
  async start(): Promise<void> {
    const settings = {
      ...this.#options.settings,
      'http.port': portOf(this.#httpAddress),
      'transport.port': portOf(this.#transportAddress),
    };
    const { heap } = this.#options;
    const child = spawn(START_SCRIPT, [this.#home, ...Object.entries(settings).map((pair) => pair.join('='))], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...process.env,
        STOP_WITH_STDIN: '1',
        ...(heap && { ELASTICSEARCH_HEAP: heap }),
      },
    });
    this.#child = child;
    [this.#httpAddress, this.#transportAddress] = await addressesOf(child);
  }

  /** Lets it hang: its connections stay open, and nothing answers until `resume`. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Ends it at once, as a crash would; its data stays. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Ends it and removes its data. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
    await rm(this.#home, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(timer);
  }
}

function portOf(address: string): string {
  return address.slice(address.lastIndexOf(':') + 1);
}

/** Waits for the line `listening HTTP TRANSPORT`; afterwards keeps draining the output, else a full pipe would stop the server. */
async function addressesOf(child: ChildProcess): Promise<[string, string]> {
  let output = '';
  const keep = (text: string): void => {
    output = (output + text).slice(-8_000);
  };
  child.stderr?.setEncoding('utf8').on('data', keep);
  if (!child.stdout) throw new Error('elasticsearch was started without an output');
  const lines = createInterface({ input: child.stdout });
  return await new Promise((resolve, reject) => {
    const fail = (reason: string): void => reject(new Error(`elasticsearch did not start (${reason}):\n${output}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(`nothing after ${START_TIMEOUT_MS / 1000} s`);
    }, START_TIMEOUT_MS);
    lines.on('line', (line) => {
      keep(`${line}\n`);
      const [word, http, transport] = line.split(' ');
      if (word !== 'listening' || !http || !transport) return;
      clearTimeout(timer);
      resolve([http, transport]);
    });
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      fail(`exit ${code ?? signal}`);
    });
  });
}
