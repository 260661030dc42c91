import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { sendDocument, storeDocument } from '../../rest/http/storedDocument.ts';
import { keptFor } from '../../rest/pages/keptFor.ts';
import type { Page } from '../../rest/pages/page.ts';
import { shippedFolders } from '../../shippedFolders.ts';
import { webPage } from '../http/webPage.ts';

/** What the build lists: pages have a title and a summary, files that pages name have none. */
interface Entry {
  readonly path: string;
  readonly file: string;
  readonly title: string | null;
  readonly summary: string | null;
}

/** The documents below /docs, as of the last build, and the files that they name. */
export function documentPages(): readonly Page[] {
  const entries = JSON.parse(readFileSync(`${shippedFolders.documents}index.json`, 'utf8')) as readonly Entry[];
  const documents = entries.flatMap(({ title, summary, ...entry }) =>
    title === null || summary === null ? [] : [{ ...entry, title, summary }],
  );
  return [
    webPage('/docs', async () => {
      const { documentIndex } = await import('./documentIndex.tsx');
      return documentIndex(documents);
    }),
    ...documents.map(({ path, title, file }) =>
      webPage(path, async () => {
        const { documentPage } = await import('./documentPage.tsx');
        return documentPage({ path, title, html: await readFile(shippedFolders.documents + file, 'utf8') });
      }),
    ),
    ...entries.filter(({ title }) => title === null).map(filePage),
  ];
}

function filePage({ path, file }: Entry): Page {
  const type = path.endsWith('.json') ? 'application/json' : 'text/plain; charset=utf-8';
  const stored = keptFor(Number.POSITIVE_INFINITY, async () =>
    storeDocument(type, await readFile(shippedFolders.documents + file)),
  );
  return { path, serve: async (response) => sendDocument(response, await stored()) };
}
