import type { VNode } from 'preact';
import { Link } from '../design/link.tsx';
import { CodeBlock, joined } from '../design/parts.tsx';
import { Table } from '../design/table.tsx';
import { codeFor } from './codeFor.ts';
import {
  answersOf,
  bodyOf,
  type Contents,
  type Described,
  inOrder,
  type Operation,
  type Parameter,
  type Placed,
} from './described.ts';
import { Inline, Prose } from './prose.tsx';
import { Kind } from './schemas.tsx';
import { TryForm } from './tryForm.tsx';

interface SectionProps extends Placed {
  readonly responses: Described['components']['responses'];
}

/** An operation: its parameters, answers and refusals, and a form that sends it. */
export function OperationSection({ responses, ...placed }: SectionProps): VNode {
  const { path, method, operation } = placed;
  const { operationId, summary, description, requestBody } = operation;
  const [answers, body] = [answersOf(operation), bodyOf(operation)];
  const examples = answers.flatMap(([, { content }]) =>
    contentsOf(content).flatMap(([, { examples: its = {} }]) => Object.values(its)),
  );
  const parameters = inOrder(operation.parameters);
  const needsToken = !(operation.security ?? []).some((each) => Object.keys(each).length === 0);
  const target = examples[0]?.summary.replace(/^\w+ /, '') ?? path;
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
        <Parameters of={`Parameters of ${operationId}`} parameters={parameters.filter((it) => it.in !== 'header')} />
        {body !== null && (
          <p>
            Body: {requestBody?.description} {body.type}, <Kind schema={body.schema} />.
          </p>
        )}
        <Parameters of={`Headers of ${operationId}`} parameters={parameters.filter((it) => it.in === 'header')} />
        <ul>
          {answers.map(([status, answer]) => (
            <li>
              {status}: <Inline text={answer.description} />{' '}
              {contentsOf(answer.content).map(([type, { schema }]) => (
                <>
                  {type}, <Kind schema={schema} />
                </>
              ))}
            </li>
          ))}
        </ul>
        <details>
          <summary>Errors of {operationId}</summary>
          <ul>
            {refusalsOf(operation, responses).map(([status, codes]) => (
              <li>
                {status}: {joined(codes.map((code) => <Link to={`/v1/problems/${code}`}>{code}</Link>))}
              </li>
            ))}
          </ul>
        </details>
      </div>
      <div class="codes">
        <details class="scripted">
          <summary>Try {operationId}</summary>
          <TryForm {...placed} />
        </details>
        {codeFor({ method, target, needsToken, bodyType: body?.type ?? null }).map(([name, text], at) => (
          <details name={`code-${operationId}`} open={at === 0}>
            <summary>{name}</summary>
            <CodeBlock text={text} label={`${operationId} by ${name}`} />
          </details>
        ))}
        {examples.map(({ summary: request, value }, at) => (
          <details open={at === 0}>
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

const contentsOf = (content: Contents = {}) => Object.entries(content);

function Parameters({
  of,
  parameters,
}: {
  readonly of: string;
  readonly parameters: readonly Parameter[];
}): VNode | null {
  if (parameters.length === 0) return null;
  return (
    <Table
      caption={of}
      columns={['Parameter', 'Value', 'Meaning']}
      rows={parameters.map(({ name, in: place, required, schema, description = '' }) => [
        <>
          <code>{name}</code> <span class="note">{required ? `${place}, required` : place}</span>
        </>,
        <Kind schema={schema} />,
        <Inline text={description} />,
      ])}
    />
  );
}

const CREDENTIALS: Readonly<Record<string, string>> = { apiKey: 'an API key', accessToken: 'an access token' };

function callersOf({ security = [] }: Operation): string {
  const schemes = security.flatMap((each) => Object.entries(each));
  const credentials = schemes.flatMap(([scheme, scopes]) => {
    const name = CREDENTIALS[scheme];
    return name === undefined ? [] : [scopes.length === 0 ? name : `${name} with ${scopes.join(' ')}`];
  });
  if (credentials.length === 0) return 'Open to everyone.';
  const isOpen = security.some((each) => Object.keys(each).length === 0);
  return `${isOpen ? 'Open to everyone, or with' : 'Needs'} ${credentials.join(', or ')}.`;
}

/** The codes of each refusal, as its description lists them. */
function refusalsOf({ responses }: Operation, shared: SectionProps['responses']): (readonly [string, string[]])[] {
  return Object.entries(responses).flatMap(([status, { $ref }]) => {
    if ($ref === undefined) return [];
    const [, listed = ''] = shared[$ref.split('/').at(-1) ?? '']?.description.split('Codes: ') ?? [];
    return [[status, [...listed.matchAll(/`(\w+)`/g)].map(([, code = '']) => code)] as const];
  });
}
