import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './findProgram.ts';
import { freePort } from './freePort.ts';
import { startTiedProcess, type TiedProcess } from './tiedProcess.ts';
import { waitUntilReady } from './waitUntilReady.ts';

export interface Nginx extends TiedProcess {
  readonly url: string;
}

/** PATH's, else Debian's, which is in root's PATH alone. */
export function findNginx(): string | undefined {
  return findProgram('nginx', ['/usr/sbin']);
}

/** A balancer over these ports of 127.0.0.1, as docs/operations.md#behind-a-balancer has it. */
export async function startNginx(ports: readonly number[]): Promise<Nginx> {
  const program = findNginx();
  if (program === undefined) throw new Error('nginx is not installed');
  const directory = await mkdtemp(join(tmpdir(), 'catalog-nginx-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${directory}/${name};`,
  );
  await writeFile(
    join(directory, 'nginx.conf'),
    `daemon off;
pid ${directory}/pid;
error_log stderr warn;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
events { worker_connections 512; }
http {
${temporary.join('\n')}
  access_log off;
  upstream catalog {
${ports.map((it) => `    server 127.0.0.1:${it} fail_timeout=1s;`).join('\n')}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://catalog;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
    }
  }
}
`,
  );
  const nginx = await startTiedProcess(program, ['-p', directory, '-c', join(directory, 'nginx.conf')], { directory });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(nginx, 'nginx', async () => {
    await (await fetch(url)).arrayBuffer();
  });
  return { ...nginx, url };
}
