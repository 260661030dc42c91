import { Readable, Writable } from 'node:stream';
import { runCommandLine } from '../../src/cli/main.ts';
import { type CatalogRun, type CatalogRunOptions, inherited } from './runCatalog.ts';

/**
 * Runs `catalog` to its end inside this process, one command at a time, which takes a hundredth of what a process of its own
 * does. What depends on the process (signals, pipes, `serve`) needs runCatalog.
 */
export async function runInProcess(
  words: readonly string[],
  { environment = {}, input = '' }: Pick<CatalogRunOptions, 'environment' | 'input'> = {},
): Promise<CatalogRun> {
  const output = { stdout: '', stderr: '' };
  const captured = (name: keyof typeof output) =>
    new Writable({
      decodeStrings: false,
      write(chunk: string, _encoding, done) {
        output[name] += chunk;
        done();
      },
    });
  const own = {
    env: { ...inherited(), ...environment },
    exitCode: undefined,
    stdin: Readable.from([Buffer.from(input)], { objectMode: false }),
    stdout: captured('stdout'),
    stderr: captured('stderr'),
  };
  const before = Object.getOwnPropertyDescriptors(process);
  for (const [name, value] of Object.entries(own)) {
    Object.defineProperty(process, name, { value, configurable: true, enumerable: true, writable: true });
  }
  try {
    await runCommandLine(['node', 'catalog', ...words]);
    return { status: Number(process.exitCode ?? 0), ...output };
  } finally {
    for (const name of Object.keys(own)) {
      Object.defineProperty(process, name, before[name as keyof typeof before] as PropertyDescriptor);
    }
  }
}
