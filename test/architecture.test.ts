import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { type Architecture, fileCircles, type Rooms, roomFaults, violations } from './support/architecture.ts';
import { importsBelow } from './support/importsOf.ts';

const noHttp = 'the graph knows no HTTP';
const noDatabase = 'REST reads and writes through the graph alone';

/** They import nothing but one another, so every part may import them. */
const leaves = ['makeFolder', 'shippedFolders', 'startError', 'thrown', 'version', 'visibleText', 'wakeUp'];

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
 * The rooms of a part, from the ground up: what a room may import of those below it. 'everything' may import all; in the graph
 * `generated` holds types of the schema, which know the context and what stands behind each type: the one arrow that runs back up.
 */
const rooms: Readonly<Record<string, Rooms>> = {
  graph: {
    generated: 'everything',
    model: [],
    reading: ['model'],
    anime: ['reading', 'model', 'generated'],
    episode: ['anime', 'reading', 'model', 'generated'],
    genre: ['reading', 'generated'],
    studio: ['reading', 'generated'],
    search: ['anime', 'reading', 'model', 'generated'],
    secrets: [],
    caller: ['model'],
    application: ['caller', 'reading', 'model', 'generated'],
    user: ['application', 'caller', 'reading', 'model', 'generated'],
    diagnostics: ['model', 'generated'],
    publication: ['anime', 'episode', 'reading', 'model', 'generated'],
    audit: ['application', 'publication', 'reading', 'model', 'generated'],
    subscription: ['application', 'publication', 'secrets', 'reading', 'model', 'generated'],
    administration: ['subscription', 'user', 'application', 'publication', 'caller', 'model', 'generated'],
    import: ['publication', 'reading', 'model', 'generated'],
    review: ['import', 'publication', 'anime', 'reading', 'model', 'generated'],
    schema: 'everything',
  },
  // HTTP and its problems, what an endpoint is made of, the endpoints, what serves them.
  rest: {
    connection: [],
    http: ['connection'],
    resource: [],
    problem: ['http', 'connection'],
    body: ['problem'],
    parameters: ['problem', 'resource'],
    representation: [],
    endpoint: ['body', 'parameters', 'representation', 'http', 'problem'],
    admission: ['endpoint', 'parameters', 'http', 'problem'],
    pages: ['http', 'problem'],
    platform: ['endpoint'],
    genre: ['endpoint'],
    studio: ['endpoint'],
    anime: ['endpoint', 'parameters', 'representation', 'resource'],
    episode: ['anime', 'endpoint', 'parameters', 'representation', 'resource'],
    search: ['anime', 'endpoint', 'parameters'],
    webhook: ['anime', 'episode', 'endpoint', 'body', 'parameters', 'resource'],
    openapi: ['webhook', 'endpoint', 'problem', 'resource'],
    request: ['admission', 'endpoint', 'pages', 'parameters', 'body', 'http', 'problem', 'resource'],
    routes: 'everything',
    publicResources: ['anime', 'episode'],
    warmUp: ['endpoint', 'representation'],
    createRestApp: 'everything',
    createRestServer: ['connection', 'http', 'problem'],
  },
  search: {
    timeSlices: [],
    normaliser: [],
    plan: ['normaliser'],
    embedded: ['plan', 'normaliser', 'timeSlices'],
    elasticsearch: ['plan', 'normaliser', 'timeSlices'],
    indexer: [],
    indexReport: [],
    administration: ['indexer', 'indexReport'],
  },
  webhooks: {
    signature: [],
    address: [],
    client: ['address'],
    dispatcher: ['client', 'signature'],
  },
  identity: {
    apiKey: [],
    token: [],
    issuer: ['token'],
    quota: [],
    credentialVerifier: [],
  },
  cli: {
    failure: [],
    arguments: [],
    terminal: ['failure'],
    client: ['failure'],
    doctor: ['failure'],
    import: ['failure', 'terminal'],
    firstStart: ['import', 'failure', 'terminal'],
    commands: ['import', 'firstStart', 'doctor', 'client', 'arguments', 'failure', 'terminal'],
    main: ['commands', 'failure', 'terminal'],
  },
};

const imports = importsBelow(fileURLToPath(new URL('../src', import.meta.url)));

test('every import below src follows the arrows', () => {
  expect(imports.length).toBeGreaterThan(0);
  expect(violations(imports, architecture)).toEqual([]);
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
