import type { Database } from '../../../src/database/database.ts';
import { createPublications } from '../../../src/graph/publication/publications.ts';
import { Stores } from '../../../src/graph/reading/loaders.ts';
import type { GraphPorts } from '../../../src/graph/schema/context.ts';
import { publicResources } from '../../../src/rest/publicResources.ts';

/** The graph's ports of a server that reads a database. */
export function benchmarkPorts(database: Database): GraphPorts {
  return {
    database,
    now: () => new Date(),
    publications: createPublications(database, publicResources),
    search: null,
    searchAdministration: null,
    diagnose: null,
    tokenIssuer: null,
    webhooks: null,
    stores: new Stores(database),
  };
}
