import { LRUCache } from 'lru-cache';
import { originOf } from '../../rest/http/originOf.ts';
import { type Admit, type StoredDocument, sendDocument, storeDocument } from '../../rest/http/storedDocument.ts';
import type { Page } from '../../rest/pages/page.ts';
import { Link } from '../design/link.tsx';
import { Section } from '../design/parts.tsx';
import { publicPage } from '../design/publicPage.tsx';
import { Table } from '../design/table.tsx';
import { keptFor, setPagePolicy } from '../http/pages.ts';
import { ORIGIN } from './codeFor.ts';
import { type Described, operationsOf } from './described.ts';
import { OperationSection } from './operationSection.tsx';
import { Prose } from './prose.tsx';
import { NamedSchema } from './schemas.tsx';

const HTML = 'text/html; charset=utf-8';

interface Settings {
  /** The origin that its requests name; null or absent: that of each request. */
  readonly publicUrl?: string | null;
  /** Counts a reading. */
  readonly admit?: Admit;
}

/**
 * The reference.
 * @param json the text of the OpenAPI document
 * @param hasHome whether `/` is served
 */
export function referencePages(
  json: string,
  hasHome: boolean,
  { publicUrl = null, admit }: Settings = {},
): readonly Page[] {
  const read = () => JSON.parse(json) as Described;
  const render = keptFor(Number.POSITIVE_INFINITY, async () => referencePage(read(), hasHome, publicUrl));
  // Without PUBLIC_URL anybody may name any origin: a few are kept, none costs much.
  const documents = new LRUCache<string, StoredDocument>({ max: publicUrl === null ? 8 : 1 });
  const documentFor = async (origin: string): Promise<StoredDocument> => {
    const known = documents.get(origin);
    if (known !== undefined) return known;
    const document = storeDocument(HTML, withOrigin(await render(), origin));
    documents.set(origin, document);
    return document;
  };
  return [
    {
      path: '/v1/reference',
      async serve(response, request) {
        const origin = publicUrl ?? originOf(request);
        setPagePolicy(response);
        await sendDocument(response, await documentFor(origin), admit);
      },
    },
  ];
}

const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  "'": '&#39;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
};

/** A Host may hold characters of markup, and replacement patterns such as `$'`, the rest of the page. */
function withOrigin(html: string, origin: string): string {
  const text = origin.replace(/[&'"<>]/g, (character) => MARKUP[character] ?? '');
  return html.replaceAll(ORIGIN, () => text);
}

/** The interface's description for people: every operation, with a form that sends it. */
function referencePage(described: Described, hasHome: boolean, publicUrl: string | null): string {
  const { info, tags, components, webhooks = {} } = described;
  const operations = operationsOf(described);
  const sections = tags.map((tag) => ({
    ...tag,
    its: operations.filter(({ operation }) => operation.tags[0] === tag.name),
  }));
  const sent = Object.values(webhooks).flatMap((item) => Object.values(item));
  return publicPage({
    title: 'API reference',
    isWide: true,
    path: '/v1/reference',
    description: 'Every operation of the API, with its parameters, answers and code in curl, JavaScript and Python.',
    hasHome,
    publicUrl,
    scripts: ['copy', 'sendRequests'],
    isPaintedFirst: true,
    children: (
      <>
        <div class="sided">
          <nav aria-label="Operations">
            <h2 id="operations">Operations</h2>
            <label class="field filter">
              Filter
              <input type="search" autocomplete="off" spellcheck={false} />
            </label>
            <p>
              <Link to="#introduction">Introduction</Link>, <Link to="#schemas">Schemas</Link>
            </p>
            {sections.map(({ name, its }) => (
              <div>
                <h3>
                  <Link to={`#section-${name}`}>{name}</Link>
                </h3>
                {its.length > 0 && (
                  <ul class="contents">
                    {its.map(({ path, method, operation: { operationId, summary } }) => (
                      <li>
                        <Link to={`#${operationId}`}>{summary}</Link>{' '}
                        <code>
                          {method} {path}
                        </code>
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            ))}
          </nav>
          <div class="sections">
            <Section id="introduction" title="Introduction">
              <Prose text={info.description} />
              <p>
                Machine-readable: <Link to="/v1/openapi.json">OpenAPI</Link>.
              </p>
              <div id="credential">
                <label class="field">
                  API key or access token, for requests from this page
                  <input type="password" autocomplete="off" spellcheck={false} />
                </label>
                <p class="note">Kept in the memory of this tab only; a reload forgets it.</p>
              </div>
            </Section>
            {sections.map(({ name, description, its }) => (
              <Section id={`section-${name}`} title={name}>
                <Prose text={description} />
                {its.map((placed) => (
                  <OperationSection {...placed} responses={components.responses} />
                ))}
                {name === 'Deliveries' &&
                  sent.map(({ operationId, summary, description: text, parameters = [] }) => (
                    <section aria-labelledby={operationId}>
                      <h3 id={operationId}>{summary}</h3>
                      <Prose text={text} />
                      <Table
                        caption="Headers of a delivery"
                        columns={['Header', 'Meaning']}
                        rows={parameters.map((header) => [<code>{header.name}</code>, header.description])}
                      />
                    </section>
                  ))}
              </Section>
            ))}
            <Section id="schemas" title="Schemas">
              {Object.entries(components.schemas).map(([name, schema]) => (
                <NamedSchema name={name} schema={schema} />
              ))}
            </Section>
          </div>
        </div>
        <p class="upward">
          <Link to="#operations">↑ Operations</Link>
        </p>
      </>
    ),
  });
}
