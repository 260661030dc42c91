import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './findProgram.ts';
import { freePort } from './freePort.ts';
import { startTiedProcess, type TiedProcess } from './tiedProcess.ts';
import { waitUntilReady } from './waitUntilReady.ts';

export interface Haproxy extends TiedProcess {
  readonly url: string;
}

interface Replica {
  readonly publicUrl: string;
  readonly internalUrl: string;
}

/** PATH's, else Debian's, which is in root's PATH alone. */
export function findHaproxy(): string {
  const program = findProgram('haproxy', ['/usr/sbin']);
  if (program === undefined) throw new Error('HAProxy is not installed');
  return program;
}

/** `ops/haproxy.cfg` over these replicas. */
export async function startHaproxy(replicas: readonly Replica[]): Promise<Haproxy> {
  const directory = await mkdtemp(join(tmpdir(), 'catalog-haproxy-'));
  const port = await freePort();
  const shipped = await readFile(new URL('../../ops/haproxy.cfg', import.meta.url), 'utf8');
  const place = (line: string) => {
    if (line === '  bind :8080') return `  bind 127.0.0.1:${port}`;
    const number = /^ {2}server replica(\d) /.exec(line)?.[1];
    if (number === undefined) return line;
    const { publicUrl, internalUrl } = replicas[Number(number) - 1] as Replica;
    return `  server replica${number} ${new URL(publicUrl).host} port ${new URL(internalUrl).port}`;
  };
  const file = join(directory, 'haproxy.cfg');
  await writeFile(file, shipped.split('\n').map(place).join('\n'));
  const haproxy = await startTiedProcess(findHaproxy(), ['-db', '-f', file], { directory });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(haproxy, 'HAProxy', async () => {
    await (await fetch(url)).arrayBuffer();
  });
  return { ...haproxy, url };
}
