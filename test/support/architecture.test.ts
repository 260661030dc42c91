import { expect, test } from '@jest/globals';
import { type Architecture, fileCircles, roomFaults, violations } from './architecture.ts';
import { importsOf } from './importsOf.ts';

const architecture: Architecture = {
  arrows: {
    version: [],
    database: ['version'],
    graph: ['database'],
    rest: ['graph', 'version'],
    server: 'everything',
    cli: 'everything',
  },
  forbidden: { graph: { express: 'no HTTP', 'node:http': 'no HTTP' }, rest: { '@prisma': 'no database' } },
};

const found = (file: string, source: string) => violations(importsOf(file, source), architecture);

test.each([
  ['a static import', `import { route } from '../../rest/route.ts';`],
  ['a type', `import type { Route } from '../../rest/route.ts';`],
  ['a type written inline', `type Route = import('../../rest/route.ts').Route;`],
  ['a re-export', `export * from '../../rest/route.ts';`],
  ['a dynamic import', `const late = async () => import('../../rest/route.ts');`],
  ['an import for its effect', `import '../../rest/route.ts';`],
])('%s', (_name, source) => {
  const arrow = 'graph -> rest is no arrow, graph may import only database';
  expect(found('graph/anime/resolvers.ts', source)).toEqual([
    `graph/anime/resolvers.ts imports rest/route.ts: ${arrow}`,
  ]);
});

test('a package that a part must do without', () => {
  expect(found('rest/route.ts', `import { PrismaClient } from '@prisma/client';`)).toEqual([
    `rest/route.ts imports @prisma/client: no database`,
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
  expect(violations(imports, architecture)).toEqual(['a cycle: cli/serve.ts -> server.ts, server.ts -> cli/output.ts']);
});

test('an import against the rooms of a part, an arrow that runs up, and one that no import follows', () => {
  const rooms = { model: [], anime: ['model', 'episode'], episode: ['model'] };
  const imports = [
    ...importsOf('graph/model/limits.ts', `import '../anime/animeFields.ts'; import '../../database/database.ts';`),
    ...importsOf('graph/anime/animeFields.ts', `import '../model/limits.ts'; import '../episode/episodeFields.ts';`),
  ];
  expect(roomFaults(imports, 'graph', rooms)).toEqual([
    'model/limits.ts imports anime/animeFields.ts: model -> anime is no arrow, model may import no other part',
    'anime -> episode runs up',
    'no import follows episode -> model',
  ]);
  const loose = importsOf('graph/loose.ts', `import './model/limits.ts';`);
  expect(roomFaults(loose, 'graph', { model: [] })).toEqual(['nothing says yet what loose may import']);
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
