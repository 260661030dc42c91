import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { startCatalog } from '../support/startCatalog.ts';

const dist = new URL('../../dist/', import.meta.url).href;
const MODULE = 'data:text/javascript,';

/** Writes the URL of each module that is imported, and at the end the path of each that was required, into a file. */
const listing = (file: string) => {
  const hooks = `import { appendFileSync } from 'node:fs';
    export async function load(url, context, next) {
      appendFileSync(${JSON.stringify(file)}, url + '\\n');
      return await next(url, context);
    }`;
  return `import { createRequire, register } from 'node:module';
    import { appendFileSync } from 'node:fs';
    register(${JSON.stringify(MODULE + encodeURIComponent(hooks))});
    const { cache } = createRequire('file:///');
    process.on('exit', () => appendFileSync(${JSON.stringify(file)}, Object.keys(cache).join('\\n')));`;
};

describeWith(['postgres'], 'the packages of OpenTelemetry', () => {
  let folder: string;
  let database: TestDatabase;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-modules-'));
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  /** Those that a service has loaded by its end, from the bundle or beside it. */
  const loaded = async (variables: Readonly<Record<string, string>>) => {
    const file = join(folder, 'modules');
    const service = await startCatalog({
      ...{ DATABASE_URL: database.url, ...variables },
      NODE_OPTIONS: `--import ${MODULE}${encodeURIComponent(listing(file))}`,
    });
    expect((await fetch(`${service.publicUrl}/v1/anime`)).status).toBe(200);
    expect((await fetch(`${service.publicUrl}/v1/search?q=a`)).status).toBe(200);
    await service.stop();
    const modules = (await readFile(file, 'utf8')).split('\n');
    const bundled = modules.filter((url) => url.startsWith(dist) && url.endsWith('.js'));
    expect(bundled).not.toEqual([]);
    const sources = await Promise.all(
      bundled.map(async (url) => JSON.parse(await readFile(`${fileURLToPath(url)}.map`, 'utf8')).sources as string[]),
    );
    const packages = [...modules, ...sources.flat()].flatMap((path) => /@opentelemetry\/[^/]+/.exec(path)?.[0] ?? []);
    return [...new Set(packages)].sort();
  };

  test.each([{}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_EXPORTER: 'none' }])(
    'are not loaded where nothing is traced (%j), but for the interface that other packages ask for',
    async (off) => {
      expect(await loaded(off)).toEqual(['@opentelemetry/api']);
    },
    120_000,
  );

  test('are loaded where traces are sent', async () => {
    const packages = await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    expect(packages).toContain('@opentelemetry/sdk-trace');
  }, 120_000);
});
