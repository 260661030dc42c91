import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { sharedServer } from '../support/sharedServer.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { findPostgresProgram } from '../support/startPostgres.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(`${root}docs/operations.md`, 'utf8');
/** From a heading of the second level to the next one. */
const section = (heading: string) => page.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`)) ?? '';
const runbook = ['Outages', 'Drills', 'Alerts'].map(section).join('\n');

/** What changes the machine, or needs an orchestrator or a service that is not here. */
const NOT_RUN =
  /^(kubectl|chronyc|timedatectl|systemctl|redis-cli shutdown|kill|grep|curl -sS "\$ELASTICSEARCH_URL)|\b(ID|NAME|PID)\b/;
const PROGRAMS =
  /^(\$CATALOG|curl|pg_isready|psql|promtool|haproxy|redis-cli|kubectl|chronyc|timedatectl|systemctl|kill|grep) /;

const inline = [...runbook.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text).filter((text) => PROGRAMS.test(text));
const commands = [...new Set(inline)].filter((command) => !NOT_RUN.test(command));
const queries = [...runbook.matchAll(/^```sql\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);

describeWith(['postgres', 'postgresPrograms', 'redis', 'haproxy', 'prometheus'], 'the runbook', () => {
  let database: TestDatabase;
  let service: CatalogService;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startCatalog({ DATABASE_URL: database.url, REDIS_URL: await sharedServer('redis') });
    const programs = ['pg_isready', 'psql'].map((name) => findPostgresProgram(name)?.replace(/\/[^/]+$/, '') ?? '');
    environment = {
      ...service.environment,
      PATH: [process.env.PATH, '/usr/sbin', ...programs].join(':'),
      CATALOG: `${process.execPath} ${root}bin/catalog`,
      INTERNAL: service.internalUrl,
      INTERNAL_URL: service.internalUrl,
    };
  }, 90_000);
  afterAll(async () => {
    await service?.stop();
    await database?.drop();
  }, 60_000);

  const run = async (command: string, input?: string) => {
    const running = promisify(execFile)('/bin/sh', ['-c', command], { cwd: root, env: environment });
    running.child.stdin?.end(input);
    return (await running).stdout;
  };

  it('has commands that can be run', () => {
    expect(commands.length).toBeGreaterThanOrEqual(10);
    expect(queries.length).toBeGreaterThan(0);
  });

  it.each(commands)(
    'runs %s',
    async (command) => {
      expect(await run(command)).not.toBe('');
    },
    60_000,
  );

  it.each(queries)('asks PostgreSQL %s', async (query) => {
    expect(await run('psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f -', query)).toMatch(/\(\d+ rows?\)/);
  });

  it('names a test for each drill', () => {
    const named = [...section('Drills').matchAll(/`(test\/[\w/]+)` \|$/gm)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(10);
    const isThere = (path: string) => {
      const at = path.lastIndexOf('/');
      const [folder, name] = [path.slice(0, at), path.slice(at + 1)];
      return existsSync(root + path) || readdirSync(root + folder).some((file) => file.startsWith(`${name}.`));
    };
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });
});
