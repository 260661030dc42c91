import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { shippedFolders } from '../../base/shippedFolders.ts';
import { sendDocument, storeDocument } from '../../rest/http/storedDocument.ts';
import type { Page } from '../../rest/pages/page.ts';
import { Link } from '../design/link.tsx';
import { publicPage } from '../design/publicPage.tsx';
import { keptFor, webPage } from '../http/pages.ts';

/** What the build lists: pages have a title and a summary, files that pages name have none. */
interface Entry {
  readonly path: string;
  readonly file: string;
  readonly title: string | null;
  readonly summary: string | null;
  /** The anchors and texts of its chapters. */
  readonly contents?: readonly (readonly [anchor: string, text: string])[];
}

interface Document extends Entry {
  readonly title: string;
  readonly summary: string;
}

/** The documents below /docs, as of the last build, and the files that they name. */
export function documentPages(publicUrl: string | null): readonly Page[] {
  const entries = JSON.parse(readFileSync(`${shippedFolders.documents}index.json`, 'utf8')) as readonly Entry[];
  const documents = entries.filter((entry): entry is Document => entry.title !== null && entry.summary !== null);
  return [
    webPage('/docs', async () => documentIndex(documents, publicUrl)),
    ...documents.map((document) => webPage(document.path, () => documentPage(document, publicUrl))),
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

/** The documents by their readers, in order of use; others come last. */
const READERS: readonly (readonly [heading: string, names: readonly string[]])[] = [
  ['For callers', ['quickstart', 'callers', 'webhooks', 'search', 'episodes', 'dump', 'contract', 'changes']],
  ['For operators', ['installation', 'configuration', 'import', 'operations', 'history', 'security']],
];

/** The list of all documents. */
function documentIndex(documents: readonly Document[], publicUrl: string | null): string {
  const find = (name: string) => documents.filter(({ path }) => path === `/docs/${name}`);
  const groups = READERS.map(([heading, names]) => [heading, names.flatMap(find)] as const);
  const named = new Set(groups.flatMap(([, entries]) => entries));
  const others = documents.filter((entry) => !named.has(entry));
  return publicPage({
    title: 'Documentation',
    path: '/docs',
    description: 'How to call the API, receive its webhooks, and run the service.',
    publicUrl,
    children: [...groups, ['Other', others] as const].map(([heading, entries]) => (
      <>
        <h2>{heading}</h2>
        <ul>
          {entries.map(({ path, title, summary }) => (
            <li>
              <Link to={path}>{title}</Link>: {summary}
            </li>
          ))}
        </ul>
      </>
    )),
  });
}

/** A document of the repository, with its chapters beside it. */
async function documentPage(
  { path, file, title, summary, contents = [] }: Document,
  publicUrl: string | null,
): Promise<string> {
  // The build made it.
  const html = await readFile(shippedFolders.documents + file, 'utf8');
  return publicPage({
    title,
    hasHeading: true,
    path,
    description: summary,
    publicUrl,
    scripts: ['copy'],
    children: (
      <div class="sided">
        <h1>{title}</h1>
        <nav aria-label="On this page">
          <details>
            <summary>On this page</summary>
            <ul class="contents">
              {contents.map(([anchor, text]) => (
                <li>
                  <Link to={`#${anchor}`}>{text}</Link>
                </li>
              ))}
            </ul>
          </details>
        </nav>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build made it of the repository's own files. */}
        <article dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    ),
  });
}
