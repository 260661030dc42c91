import { Link } from '../design/link.tsx';
import { publicPage } from '../design/publicPage.tsx';
import { Table } from '../design/table.tsx';
import { type Described, operationsOf } from './described.ts';
import { OperationSection } from './operationSection.tsx';
import { Prose } from './prose.tsx';
import { NamedSchema } from './schemas.tsx';

/** The interface's description for people: every operation, with a form that sends it. */
export function referencePage(described: Described, hasHome: boolean): string {
  const { info, tags, components, webhooks = {} } = described;
  const operations = operationsOf(described);
  const sections = tags.map((tag) => ({
    ...tag,
    its: operations.filter(({ operation }) => operation.tags[0] === tag.name),
  }));
  const sent = Object.values(webhooks).flatMap((item) => Object.values(item));
  return publicPage({
    title: 'API reference',
    path: '/v1/reference',
    hasHome,
    scripts: ['copy', 'sendRequests'],
    isPaintedFirst: true,
    children: (
      <>
        <h1>API reference</h1>
        <div class="sided">
          <nav aria-label="Operations">
            <h2 id="operations">Operations</h2>
            <p>
              After the <Link to="#introduction">introduction</Link>; the <Link to="#schemas">schemas</Link> of what
              they answer come last.
            </p>
            {sections.map(({ name, its }) =>
              its.length === 0 ? null : (
                <div key={name}>
                  <h3>{name}</h3>
                  <ul class="contents">
                    {its.map(({ path, method, operation: { operationId, summary } }) => (
                      <li key={operationId}>
                        <Link to={`#${operationId}`}>{summary}</Link>{' '}
                        <code>
                          {method} {path}
                        </code>
                      </li>
                    ))}
                  </ul>
                </div>
              ),
            )}
          </nav>
          <div>
            <section aria-labelledby="introduction">
              <h2 id="introduction">Introduction</h2>
              <Prose text={info.description} />
              <p>
                The same for programs: <Link to="/v1/openapi.json">OpenAPI</Link>.
              </p>
              <div id="credential">
                <label class="field">
                  API key or access token, for requests from this page
                  <input type="password" autocomplete="off" spellcheck={false} />
                </label>
                <p class="note">This tab’s memory alone keeps it: a reload forgets it.</p>
              </div>
            </section>
            {sections.map(({ name, description, its }) => (
              <section key={name} aria-labelledby={`section-${name}`}>
                <h2 id={`section-${name}`}>{name}</h2>
                <Prose text={description} />
                {its.map((placed) => (
                  <OperationSection key={placed.operation.operationId} {...placed} responses={components.responses} />
                ))}
                {name === 'Deliveries' &&
                  sent.map(({ operationId, summary, description: text, parameters = [] }) => (
                    <section key={operationId} aria-labelledby={operationId}>
                      <h3 id={operationId}>{summary}</h3>
                      <Prose text={text} />
                      <Table
                        caption="Headers of a delivery"
                        columns={['Header', 'Meaning']}
                        rows={parameters.map((header) => ({
                          key: header.name,
                          cells: [<code key="name">{header.name}</code>, header.description],
                        }))}
                      />
                    </section>
                  ))}
              </section>
            ))}
            <section aria-labelledby="schemas">
              <h2 id="schemas">Schemas</h2>
              {Object.entries(components.schemas).map(([name, schema]) => (
                <NamedSchema key={name} name={name} schema={schema} />
              ))}
            </section>
          </div>
        </div>
        <p class="upward">
          <Link to="#operations">↑ Operations</Link>
        </p>
      </>
    ),
  });
}
