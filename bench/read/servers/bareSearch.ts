import { createServer } from 'node:http';
import { embedded } from '../../adapters/embedded.ts';
import { catalogFile, readCatalog } from '../../readCatalog.ts';
import { announce } from './announce.ts';

/** Ids, `found` and facets of the index in memory, as it answers them: no database, no graph, no REST. */
const { engine } = await embedded.open(await readCatalog(catalogFile()));
const server = createServer(async (request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://localhost');
  const { found, hits, facets } = await engine.search({ q: searchParams.get('q') ?? '', filters: {}, limit: 20 });
  const body = JSON.stringify({ found, ids: hits.map(({ id }) => id), facets });
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
});
announce(server);
