import type { VNode } from 'preact';
import { CodeBlock } from '../design/codeBlock.tsx';
import { Link } from '../design/link.tsx';
import { Table } from '../design/table.tsx';
import { codeFor } from './codeFor.ts';
import type { Described, Operation, Placed } from './described.ts';
import { Inline, Prose } from './prose.tsx';
import { Kind } from './schemas.tsx';
import { bodyTypeOf, TryForm } from './tryForm.tsx';

interface SectionProps extends Placed {
  readonly responses: Described['components']['responses'];
}

/** An operation: its parameters, answers and refusals, and a form that sends it. */
export function OperationSection({ responses, ...placed }: SectionProps): VNode {
  const { path, method, operation } = placed;
  const { operationId, summary, description, parameters = [] } = operation;
  const [example] = examplesOf(operation);
  const target = example?.summary.replace(/^\w+ /, '') ?? path;
  const needsToken = !(operation.security ?? []).some((each) => Object.keys(each).length === 0);
  return (
    <section aria-labelledby={operationId}>
      <h3 id={operationId}>
        <code>
          {method} {path}
        </code>{' '}
        {summary}
      </h3>
      <Prose text={description} />
      <p class="note">{callersOf(operation)}</p>
      {parameters.length > 0 && (
        <Table
          caption={`Parameters of ${operationId}`}
          columns={['Parameter', 'Value', 'Meaning']}
          rows={parameters.map(({ name, in: place, required, schema, description: meaning = '' }) => ({
            key: name,
            cells: [
              <>
                <code>{name}</code> <span class="note">{[place, ...(required ? ['required'] : [])].join(', ')}</span>
              </>,
              <Kind key="kind" schema={schema} />,
              <Inline key="meaning" text={meaning} />,
            ],
          }))}
        />
      )}
      <Shapes {...operation} />
      {examplesOf(operation).map(({ summary: request, value }) => (
        <details key={request}>
          <summary>
            Answer to <code>{request}</code>
          </summary>
          <CodeBlock text={JSON.stringify(value, null, 2)} label={`Answer to ${request}`} />
        </details>
      ))}
      <details>
        <summary>{operationId} by curl, fetch and Python</summary>
        {codeFor({ method, target, needsToken, bodyType: bodyTypeOf(operation) }).map(([name, text]) => (
          <CodeBlock key={name} text={text} label={`${operationId} by ${name}`} />
        ))}
      </details>
      <details>
        <summary>Refusals of {operationId}</summary>
        <ul>
          {refusalsOf(operation, responses).map(([status, codes]) => (
            <li key={status}>
              {status}:{' '}
              {codes.map((code, at) => (
                <>
                  {at > 0 && ', '}
                  <Link to={`/v1/problems/${code}`}>{code}</Link>
                </>
              ))}
            </li>
          ))}
        </ul>
      </details>
      <details>
        <summary>Try {operationId}</summary>
        <TryForm {...placed} />
      </details>
    </section>
  );
}

/** The schemas of request and answers. */
function Shapes({ requestBody, responses }: Operation): VNode {
  const sent = Object.entries(requestBody?.content ?? {});
  const answered = Object.entries(responses).flatMap(([status, response]) =>
    '$ref' in response ? [] : [{ status, ...response }],
  );
  return (
    <ul>
      {sent.map(([type, { schema }]) => (
        <li key={type}>
          Body: {type}, <Kind schema={schema} />. {requestBody?.description}
        </li>
      ))}
      {answered.map(({ status, description, content = {} }) => (
        <li key={status}>
          {status}: <Inline text={description} />{' '}
          {Object.entries(content).map(([type, { schema }]) => (
            <>
              {type}, <Kind schema={schema} />
            </>
          ))}
        </li>
      ))}
    </ul>
  );
}

function callersOf({ security = [] }: Operation): string {
  const names: Readonly<Record<string, string>> = { apiKey: 'an API key', accessToken: 'an access token' };
  const isOpen = security.some((each) => Object.keys(each).length === 0);
  const credentials = security.flatMap((each) =>
    Object.entries(each).flatMap(([scheme, scopes]) => {
      const name = names[scheme];
      return name === undefined ? [] : [scopes.length === 0 ? name : `${name} with ${scopes.join(' ')}`];
    }),
  );
  if (credentials.length === 0) return 'For everybody.';
  return isOpen ? `For everybody, or with ${credentials.join(', or ')}.` : `Needs ${credentials.join(', or ')}.`;
}

function examplesOf({ responses }: Operation) {
  return Object.values(responses).flatMap((response) =>
    '$ref' in response
      ? []
      : Object.values(response.content ?? {}).flatMap(({ examples = {} }) => Object.values(examples)),
  );
}

/** The codes of each refusal, as its description lists them. */
function refusalsOf({ responses }: Operation, shared: SectionProps['responses']): (readonly [string, string[]])[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    if (!('$ref' in response)) return [];
    const { description = '' } = shared[response.$ref.split('/').at(-1) ?? ''] ?? {};
    const listed = description.split('Codes: ')[1] ?? '';
    return [[status, [...listed.matchAll(/`(\w+)`/g)].map(([, code = '']) => code)] as const];
  });
}
