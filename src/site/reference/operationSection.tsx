import type { VNode } from 'preact';
import { CodeBlock } from '../design/codeBlock.tsx';
import { Link } from '../design/link.tsx';
import { Table } from '../design/table.tsx';
import { codeFor } from './codeFor.ts';
import { type Described, inOrder, type Operation, type Parameter, type Placed } from './described.ts';
import { Inline, Prose } from './prose.tsx';
import { Kind } from './schemas.tsx';
import { bodyTypeOf, TryForm } from './tryForm.tsx';

interface SectionProps extends Placed {
  readonly responses: Described['components']['responses'];
}

/** An operation: its parameters, answers and refusals, and a form that sends it. */
export function OperationSection({ responses, ...placed }: SectionProps): VNode {
  const { path, method, operation } = placed;
  const { operationId, summary, description } = operation;
  const examples = examplesOf(operation);
  const [example] = examples;
  const parameters = inOrder(operation.parameters);
  const [headers, others] = [true, false].map((isHeader) =>
    parameters.filter((it) => (it.in === 'header') === isHeader),
  );
  const target = example?.summary.replace(/^\w+ /, '') ?? path;
  const needsToken = !(operation.security ?? []).some((each) => Object.keys(each).length === 0);
  return (
    <section aria-labelledby={operationId} class="operation">
      <div>
        <h3 id={operationId}>
          <code>
            <span class="method">{method}</span> {path}
          </code>{' '}
          {summary}
        </h3>
        <Prose text={description} />
        <p class="note">{callersOf(operation)}</p>
        <Parameters caption={`Parameters of ${operationId}`} parameters={others} />
        <Body {...operation} />
        <Parameters caption={`Headers of ${operationId}`} parameters={headers} />
        <Answers {...operation} />
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
      </div>
      <div class="codes">
        {codeFor({ method, target, needsToken, bodyType: bodyTypeOf(operation) }).map(([name, text], at) => (
          <details key={name} name={`code-${operationId}`} open={at === 0}>
            <summary>{name}</summary>
            <CodeBlock text={text} label={`${operationId} by ${name}`} />
          </details>
        ))}
        {examples.map(({ summary: request, value }, at) => (
          <details key={request} open={at === 0}>
            <summary>
              Answer to <code>{request}</code>
            </summary>
            <CodeBlock text={JSON.stringify(value, null, 2)} label={`Answer to ${request}`} />
          </details>
        ))}
      </div>
    </section>
  );
}

interface ParametersProps {
  readonly caption: string;
  readonly parameters: readonly Parameter[] | undefined;
}

function Parameters({ caption, parameters = [] }: ParametersProps): VNode | null {
  if (parameters.length === 0) return null;
  return (
    <Table
      caption={caption}
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
  );
}

function Body({ requestBody }: Operation): VNode | null {
  if (requestBody === undefined) return null;
  return (
    <p>
      Body: {requestBody.description}{' '}
      {Object.entries(requestBody.content).map(([type, { schema }]) => (
        <>
          {type}, <Kind schema={schema} />.{' '}
        </>
      ))}
    </p>
  );
}

function Answers({ responses }: Operation): VNode {
  const answered = Object.entries(responses).flatMap(([status, response]) =>
    '$ref' in response ? [] : [{ status, ...response }],
  );
  return (
    <ul>
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
