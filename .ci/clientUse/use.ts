/** Reads a page and changes a webhook with openapi-fetch over the generated types. */
import createClient from 'openapi-fetch';
import type { paths } from './client.ts';

declare const process: { readonly env: Readonly<Record<string, string>> };
const { CATALOG_URL = '', TOKEN = '', APPLICATION = '', WEBHOOK = '' } = process.env;

const catalog = createClient<paths>({ baseUrl: CATALOG_URL, headers: { Authorization: `Bearer ${TOKEN}` } });
const page = await catalog.GET('/v1/anime');
if (page.data?.items[0]?.title !== 'A title') throw new Error(JSON.stringify(page.error));
const changed = await catalog.PATCH('/v1/developer/applications/{applicationId}/webhooks/{id}', {
  params: { path: { applicationId: APPLICATION, id: WEBHOOK }, header: { 'If-Match': '*' } },
  body: { name: 'changed by TypeScript' },
});
if (changed.data?.name !== 'changed by TypeScript') throw new Error(JSON.stringify(changed.error));
console.log('a page was read, a webhook changed');
