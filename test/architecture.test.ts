import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { type Architecture, violations } from './support/architecture.ts';
import { importsBelow, importsOf } from './support/importsOf.ts';

const noHttp = 'the graph knows no HTTP';
const noDatabase = 'REST reads and writes through the graph alone';

/** They import nothing but one another, so every part may import them. */
const leaves = ['errorCode', 'makeFolder', 'shippedFolders', 'startError', 'version'];

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
    webhooks: ['graph', ...leaves],
    // The indexer follows the tables, so that direct edits are found too.
    search: ['graph', 'database', ...leaves],
    identity: ['graph', ...leaves],
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

test('every import below src follows the arrows', () => {
  const imports = importsBelow(fileURLToPath(new URL('../src', import.meta.url)));
  expect(imports.length).toBeGreaterThan(0);
  expect(violations(imports, architecture)).toEqual([]);
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
      'graph -> rest is no arrow, graph may import only database, errorCode, makeFolder, shippedFolders, startError, version';
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

  test('nothing in what is allowed', () => {
    expect(
      found('rest/anime/get.ts', `import { x } from '../route.ts'; import type { y } from '../../graph/schema.ts';`),
    ).toEqual([]);
  });
});
