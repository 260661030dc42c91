import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { routesPage } from '../../scripts/routesPage.ts';
import { routes } from '../../src/rest/routes.ts';
import { notesEndpoints } from '../rest/endpoint/notes/notesEndpoints.ts';

test('docs/routes.md is what the route table says (npm run generate:routes)', async () => {
  expect(await readFile('docs/routes.md', 'utf8')).toBe(routesPage(routes));
});

test('callers, needs and answers of an operation that writes', () => {
  const rows = routesPage(notesEndpoints).split('\n');
  expect(rows.find((row) => row.includes('UpdateNote'))).toBe(
    "| PATCH | `/v1/shelves/{applicationId}/notes/{id}` | UpdateNote | a person's access token with `webhooks.write`, the owner of {applicationId} | application/json or application/merge-patch+json of at most 16384 bytes, If-Match | 200 Note |",
  );
  expect(rows.find((row) => row.includes('DeleteNote'))).toMatch(/\| If-Match \| 204 \|$/);
});
