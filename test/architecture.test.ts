import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { type Architecture, fileCircles, type Rooms, roomViolations, violations } from './support/architecture.ts';
import { importsBelow, importsOf } from './support/importsOf.ts';

const noHttp = 'the graph knows no HTTP';
const noDatabase = 'REST reads and writes through the graph alone';

/** They import nothing but one another, so every part may import them. */
const leaves = ['errorCode', 'makeFolder', 'shippedFolders', 'startError', 'version', 'wakeUp'];

/** Adapters point at the graph and at nothing beside it; the graph declares ports. Only the command line and the server see all. */
const architecture: Architecture = {
  arrows: {
    ...Object.fromEntries(leaves.map((leaf) => [leaf, leaves])),
    configuration: leaves,
    telemetry: ['configuration', ...leaves],
    listener: leaves,
    diagnostics: ['configuration', 'database', 'graph', ...leaves],
    internal: ['graph', ...leaves],
    database: leaves,
    graph: ['database', ...leaves],
    rest: ['graph', ...leaves],
    // The dispatcher claims rows, hears NOTIFY and holds a session lock.
    webhooks: ['graph', 'database', ...leaves],
    // The indexer follows the tables, so that direct edits are found too.
    search: ['graph', 'database', ...leaves],
    // Keys are looked up and the embedded issuer's state is kept in tables.
    identity: ['graph', 'database', ...leaves],
    server: 'everything',
    cli: 'everything',
  },
  forbidden: {
    graph: {
      express: noHttp,
      '@as-integrations': noHttp,
      'node:http': noHttp,
      'node:https': noHttp,
      'node:http2': noHttp,
    },
    rest: { '@prisma': noDatabase, pg: noDatabase, '@electric-sql': noDatabase },
  },
};

/**
 * The rooms of the graph, from the ground up: what a room may import of the others. `generated` holds types of the schema, which
 * know the context and what stands behind each type: the one arrow that runs back up.
 */
const graphRooms: Rooms = {
  model: [],
  reading: ['model'],
  anime: ['reading', 'model', 'generated'],
  episode: ['anime', 'reading', 'model', 'generated'],
  genre: ['reading', 'model', 'generated'],
  studio: ['reading', 'model', 'generated'],
  search: ['anime', 'reading', 'model', 'generated'],
  secrets: [],
  caller: ['model'],
  application: ['reading', 'model', 'generated'],
  subscription: ['publication', 'secrets', 'reading', 'model', 'generated'],
  user: ['application', 'reading', 'model', 'generated'],
  diagnostics: ['model', 'generated'],
  publication: ['anime', 'episode', 'reading', 'model', 'generated'],
  import: ['publication', 'reading', 'model', 'generated'],
  review: ['import', 'publication', 'anime', 'reading', 'model', 'generated'],
  schema: 'everything',
  generated: 'everything',
};

const imports = importsBelow(fileURLToPath(new URL('../src', import.meta.url)));

test('every import below src follows the arrows', () => {
  expect(imports.length).toBeGreaterThan(0);
  expect(violations(imports, architecture)).toEqual([]);
});

test('every import inside the graph follows its rooms', () => {
  expect(roomViolations(imports, 'graph', graphRooms)).toEqual([]);
});

test('no files run in a circle, types and generated files included; what Prisma generates is one of its own', () => {
  expect(
    fileCircles(imports).filter((circle) => !circle.every((file) => file.startsWith('database/generated/'))),
  ).toEqual([]);
});

describe('the check finds', () => {
  const found = (file: string, source: string) => violations(importsOf(file, source), architecture);

  test.each([
    ['a static import', `import { route } from '../../rest/route.ts';`],
    ['a type', `import type { Route } from '../../rest/route.ts';`],
    ['a type written inline', `type Route = import('../../rest/route.ts').Route;`],
    ['a re-export', `export * from '../../rest/route.ts';`],
    ['a dynamic import', `const late = async () => import('../../rest/route.ts');`],
    ['an import for its effect', `import '../../rest/route.ts';`],
  ])('%s', (_name, source) => {
    const arrow =
      'graph -> rest is no arrow, graph may import only database, errorCode, makeFolder, shippedFolders, startError, version, wakeUp';
    expect(found('graph/anime/resolvers.ts', source)).toEqual([
      `graph/anime/resolvers.ts imports rest/route.ts: ${arrow}`,
    ]);
  });

  test('a package that a part must do without', () => {
    expect(found('rest/route.ts', `import { PrismaClient } from '@prisma/client';`)).toEqual([
      `rest/route.ts imports @prisma/client: ${noDatabase}`,
    ]);
    expect(found('graph/schema.ts', `import { IncomingMessage } from 'node:http';`)).toHaveLength(1);
    expect(found('graph/schema.ts', `import { pg } from 'pg-anything'; import 'express-like';`)).toEqual([]);
  });

  test('a part that nothing is said of, and a way out of the sources', () => {
    expect(found('utils/all.ts', `import 'zod';`)).toEqual(['nothing says yet what utils may import']);
    expect(found('rest/route.ts', `import '../../test/x.ts';`)).toEqual([
      'rest/route.ts imports ../../test/x.ts, which is outside the sources',
    ]);
  });

  test('a cycle, once, also among parts that may import everything', () => {
    const imports = [
      ...importsOf('cli/serve.ts', `import '../server.ts'; import '../graph/schema.ts';`),
      ...importsOf('server.ts', `import './cli/output.ts'; import './server/service.ts';`),
    ];
    expect(violations(imports, architecture)).toEqual([
      'a cycle: cli/serve.ts -> server.ts, server.ts -> cli/output.ts',
    ]);
  });

  test('an import against the rooms of a part, and none between parts', () => {
    const rooms = { model: [], anime: ['model'] };
    const against = importsOf(
      'graph/model/limits.ts',
      `import '../anime/animeFields.ts'; import '../../database/database.ts';`,
    );
    expect(roomViolations(against, 'graph', rooms)).toEqual([
      'model/limits.ts imports anime/animeFields.ts: model -> anime is no arrow, model may import no other part',
    ]);
    const loose = importsOf('graph/loose.ts', `import './model/limits.ts';`);
    expect(roomViolations(loose, 'graph', rooms)).toEqual(['nothing says yet what loose may import']);
  });

  test('a circle of files, of types too', () => {
    const circle = [
      ...importsOf('graph/a.ts', `import type { B } from './b.ts'; import './d.ts';`),
      ...importsOf('graph/b.ts', `import { c } from './c.ts';`),
      ...importsOf('graph/c.ts', `export type { A } from './a.ts'; import './d.ts';`),
    ];
    expect(fileCircles(circle)).toEqual([['graph/a.ts', 'graph/b.ts', 'graph/c.ts']]);
  });

  test('nothing in what is allowed', () => {
    expect(found('version.ts', `import manifest from '../package.json' with { type: 'json' };`)).toEqual([]);
    expect(
      found('rest/anime/get.ts', `import { x } from '../route.ts'; import type { y } from '../../graph/schema.ts';`),
    ).toEqual([]);
  });
});
