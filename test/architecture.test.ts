import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { type Architecture, fileCircles, partOf, type Rooms, roomFaults, violations } from './architecture.ts';
import { importsBelow } from './support/importsOf.ts';

const noHttp = 'the graph knows no HTTP';
const noDatabase = 'REST reads and writes through the graph alone';

/** They import nothing but one another, so every part may import them. */
const leaves = ['base', 'tracing'];

/** Adapters point at the graph and at nothing beside it; the graph declares ports. Only the command line and the server see all. */
const architecture: Architecture = {
  arrows: {
    base: [],
    tracing: ['base'],
    configuration: leaves,
    telemetry: ['configuration', ...leaves],
    listener: leaves,
    diagnostics: ['configuration', 'database', 'graph', ...leaves],
    internal: ['graph', ...leaves],
    database: leaves,
    graph: ['database', ...leaves],
    rest: ['graph', ...leaves],
    // The web pages show what operations of the graph and endpoints answer; the listeners are handed them.
    site: ['graph', 'rest', 'internal', ...leaves],
    // The dispatcher claims rows, hears NOTIFY and holds a session lock.
    webhooks: ['graph', 'database', ...leaves],
    // The indexer follows the tables, so that direct edits are found too.
    search: ['graph', 'database', ...leaves],
    // Keys, tokens and sessions are looked up in tables.
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
    site: { '@prisma': noDatabase, pg: noDatabase, '@electric-sql': noDatabase },
  },
};

/**
 * The rooms of a part, from the ground up: what a room may import of those below it. 'everything' may import all; in the graph
 * `generated` holds types of the schema, which know the context and what stands behind each type: the one arrow that runs back up.
 */
const rooms: Readonly<Record<string, Rooms>> = {
  graph: {
    generated: 'everything',
    model: [],
    reading: ['model'],
    term: ['reading', 'generated'],
    anime: ['term', 'reading', 'model', 'generated'],
    episode: ['anime', 'reading', 'model', 'generated'],
    search: ['anime', 'reading', 'model', 'generated'],
    secrets: [],
    caller: ['model'],
    application: ['caller', 'reading', 'model', 'generated'],
    user: ['application', 'caller', 'reading', 'model', 'generated'],
    diagnostics: ['model', 'generated'],
    publication: ['anime', 'episode', 'reading', 'model', 'generated'],
    audit: ['publication', 'reading', 'model', 'generated'],
    webhook: ['application', 'publication', 'secrets', 'reading', 'model', 'generated'],
    administration: ['webhook', 'user', 'application', 'audit', 'publication', 'caller', 'model', 'generated'],
    import: ['publication', 'reading', 'model', 'generated'],
    review: ['import', 'publication', 'anime', 'caller', 'reading', 'model', 'generated'],
    dump: ['import', 'publication', 'episode', 'anime', 'reading', 'model', 'generated'],
    schema: 'everything',
    operations: ['schema'],
  },
  // A record, the draft of what a batch touches, which episode a record is, what waits for a reviewer, the batch.
  'graph/import': {
    record: [],
    identity: ['record'],
    overlay: ['record'],
    outcome: [],
    validateRecord: ['record', 'outcome'],
    formats: ['record', 'validateRecord'],
    draft: ['record', 'identity', 'overlay'],
    planAnime: ['draft', 'identity', 'overlay', 'outcome', 'record'],
    episodes: ['draft', 'overlay', 'outcome', 'record'],
    proposals: ['episodes', 'planAnime', 'draft', 'overlay', 'outcome', 'record'],
    planBatch: ['proposals', 'episodes', 'draft', 'overlay', 'outcome', 'record'],
    importCatalog: ['planBatch', 'proposals', 'draft', 'validateRecord', 'record'],
    downloads: [],
    resolvers: ['downloads', 'importCatalog'],
  },
  // HTTP and its problems, what an endpoint is made of, the endpoints, what serves them.
  rest: {
    http: [],
    resource: [],
    problem: ['http'],
    server: ['problem'],
    body: ['problem'],
    representation: [],
    parameters: ['representation', 'problem', 'resource'],
    endpoint: ['body', 'parameters', 'representation', 'http', 'problem'],
    admission: ['endpoint', 'http', 'problem'],
    pages: ['http'],
    platform: ['endpoint', 'parameters', 'http'],
    term: ['endpoint', 'parameters'],
    anime: ['endpoint', 'parameters', 'representation', 'resource'],
    episode: ['anime', 'endpoint', 'parameters', 'representation', 'resource'],
    search: ['anime', 'endpoint', 'parameters', 'resource'],
    event: ['anime', 'episode', 'endpoint', 'parameters', 'http', 'resource'],
    dump: ['endpoint', 'parameters', 'http', 'problem', 'resource'],
    webhook: ['endpoint', 'body', 'parameters', 'resource'],
    openapi: [],
    request: ['admission', 'endpoint', 'pages', 'parameters', 'body', 'http', 'problem', 'resource'],
    routes: 'everything',
    publicResources: ['anime', 'episode'],
    site: ['admission', 'openapi', 'pages', 'problem', 'request'],
    createRestApp: 'everything',
  },
  // Components and their style, how pages are sent, forms, then a room a kind of page.
  site: {
    // What browsers run.
    scripts: [],
    design: [],
    http: ['design'],
    forms: ['http', 'design'],
    docs: ['http', 'design'],
    reference: ['http', 'design'],
    errors: ['http', 'design'],
    explore: ['http', 'design'],
    home: ['http', 'design'],
    account: ['forms', 'http', 'design'],
    desk: ['account', 'forms', 'http', 'design'],
    graphiql: ['desk', 'design'],
    publicSite: 'everything',
  },
  search: {
    timeSlices: [],
    normaliser: [],
    plan: ['normaliser'],
    memory: ['plan', 'normaliser'],
    interpretation: ['memory', 'plan', 'normaliser'],
    embedded: ['interpretation', 'memory', 'plan', 'normaliser', 'timeSlices'],
    elasticsearch: ['interpretation', 'plan', 'normaliser', 'timeSlices'],
    indexer: [],
    administration: ['indexer'],
  },
  webhooks: {
    client: [],
    deliveryRequest: ['client'],
    dispatcher: ['client', 'deliveryRequest'],
  },
  identity: {
    apiKey: [],
    token: [],
    portal: ['token'],
    quota: [],
    credentialVerifier: [],
  },
  cli: {
    failures: [],
    terminal: ['failures'],
    client: ['failures'],
    writeWhole: ['failures'],
    withDatabase: ['failures'],
    command: ['client', 'failures', 'terminal'],
    doctor: ['failures'],
    import: ['client', 'failures', 'terminal'],
    firstStart: ['import', 'client', 'failures', 'terminal'],
    listen: ['failures', 'terminal'],
    commands: [
      'writeWhole',
      'withDatabase',
      'command',
      'listen',
      'import',
      'firstStart',
      'doctor',
      'client',
      'failures',
      'terminal',
    ],
    main: ['commands', 'command', 'failures', 'terminal'],
  },
};

const imports = importsBelow(fileURLToPath(new URL('../src', import.meta.url)));

test('every import below src follows the arrows', () => {
  expect(imports.length).toBeGreaterThan(0);
  expect(violations(imports, architecture)).toEqual([]);
});

test('no parts run in a circle', () => {
  const between = imports.flatMap(({ target, ...it }) =>
    target === null || partOf(target) === partOf(it.file)
      ? []
      : [{ ...it, file: partOf(it.file), target: partOf(target) }],
  );
  expect(fileCircles(between)).toEqual([]);
});

test.each(Object.entries(rooms))(
  'every import inside %s follows its rooms, which tell of nothing else',
  (part, its) => {
    expect(roomFaults(imports, part, its)).toEqual([]);
  },
);

test('no files run in a circle, types and generated files included; what Prisma generates is one of its own', () => {
  expect(
    fileCircles(imports).filter((circle) => !circle.every((file) => file.startsWith('database/generated/'))),
  ).toEqual([]);
});
