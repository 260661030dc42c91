/** Reads pages, lookups, changes and a selection, and changes a webhook with openapi-fetch over the generated types. */
import createClient from 'openapi-fetch';
import type { paths } from './client.ts';

declare const process: { readonly env: Readonly<Record<string, string>> };
const { CATALOG_URL = '', TOKEN = '', APPLICATION = '', WEBHOOK = '' } = process.env;

const catalog = createClient<paths>({ baseUrl: CATALOG_URL, headers: { Authorization: `Bearer ${TOKEN}` } });
const page = await catalog.GET('/v1/anime');
if (page.data?.items[0]?.title !== 'A title') throw new Error(JSON.stringify(page.error));
const { id = '' } = page.data.items[0];
const isOne = (found: { items: readonly { id?: string }[] } | undefined) =>
  found?.items.map((it) => it.id).join() === id;
const lookup = await catalog.GET('/v1/anime', { params: { query: { externalId: 'mal:1,mal:2' } } });
if (!isOne(lookup.data) || lookup.data?.notFound?.join() !== 'mal:2') throw new Error(JSON.stringify(lookup));
const byId = await catalog.GET('/v1/anime', { params: { query: { ids: id, fields: 'id,format' } } });
if (JSON.stringify(byId.data?.items) !== JSON.stringify([{ id, format: 'tv' }])) throw new Error(JSON.stringify(byId));
const changes = await catalog.GET('/v1/anime', { params: { query: { updatedSince: '2026-01-01T00:00:00Z' } } });
if (!isOne(changes.data) || changes.data?.until === null) throw new Error(JSON.stringify(changes));
const filtered = await catalog.GET('/v1/anime', {
  params: { query: { format: 'tv,ova', season: 'spring', year: 2024 } },
});
if (!isOne(filtered.data)) throw new Error(JSON.stringify(filtered));
const hits = await catalog.GET('/v1/search', { params: { query: { q: 'title', facets: 'season' } } });
if (!isOne(hits.data) || !hits.data?.facets.some(({ field }) => field === 'season'))
  throw new Error(JSON.stringify(hits));
const changed = await catalog.PATCH('/v1/developer/applications/{applicationId}/webhooks/{id}', {
  params: { path: { applicationId: APPLICATION, id: WEBHOOK }, header: { 'If-Match': '*' } },
  body: { name: 'changed by TypeScript' },
});
if (changed.data?.name !== 'changed by TypeScript') throw new Error(JSON.stringify(changed.error));
console.log('pages, lookups, changes and a selection were read, a webhook changed');
