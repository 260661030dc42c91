import type { ComponentChildren, VNode } from 'preact';
import { Link } from '../design/link.tsx';
import { Table } from '../design/table.tsx';
import type { Schema } from './described.ts';
import { Inline } from './prose.tsx';

const nameIn = (reference: string) => reference.split('/').at(-1) ?? '';

/** The kind of a value, in words; schemas with a name are linked. */
export function Kind({ schema }: { readonly schema: Schema }): VNode {
  return <>{kindOf(schema)}</>;
}

function kindOf(schema: Schema): ComponentChildren {
  const { $ref, anyOf, oneOf, items, type, format, pattern } = schema;
  if ($ref !== undefined) return <Link to={`#schema-${nameIn($ref)}`}>{nameIn($ref)}</Link>;
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) {
    return choices.map((choice, at) => (
      <>
        {at > 0 && ' or '}
        {kindOf(choice)}
      </>
    ));
  }
  if (items !== undefined) return <>list of {kindOf(items)}</>;
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (schema.enum !== undefined) return schema.enum.join(', ');
  // Several of a few values are described by a pattern.
  const several = /^\^\(([\w|\\.]+)\)\(,/.exec(pattern ?? '')?.[1];
  if (several !== undefined)
    return `some of ${several.replaceAll('\\', '').split('|').join(', ')}, with commas between`;
  const kind = typeof type === 'string' ? type : (type?.join(' or ') ?? 'any value');
  return [format ?? kind, ...boundsOf(schema)].join(', ');
}

function boundsOf({ minimum, maximum, minLength, maxLength, default: fallback }: Schema): string[] {
  return [
    ...(minimum !== undefined && maximum !== undefined ? [`${minimum} to ${maximum}`] : []),
    ...(maxLength === undefined ? [] : [`${minLength ?? 0} to ${maxLength} characters`]),
    ...(fallback === undefined ? [] : [`default ${String(fallback)}`]),
  ];
}

/** A named schema with its members. */
export function NamedSchema({ name, schema }: { readonly name: string; readonly schema: Schema }): VNode {
  const members = Object.entries(schema.properties ?? {});
  return (
    <section aria-labelledby={`schema-${name}`}>
      <h3 id={`schema-${name}`}>{name}</h3>
      {schema.description !== undefined && (
        <p>
          <Inline text={schema.description} />
        </p>
      )}
      {members.length === 0 ? (
        <p>
          <Kind schema={schema} />
        </p>
      ) : (
        <Table
          caption={`Members of ${name}`}
          columns={['Member', 'Value', 'Meaning']}
          rows={members.map(([member, its]) => ({
            key: member,
            cells: [
              <code key="name">{member}</code>,
              <Kind key="kind" schema={its} />,
              <>
                {schema.required?.includes(member) === true ? '' : 'Not always there. '}
                <Inline text={its.description ?? ''} />
              </>,
            ],
          }))}
        />
      )}
    </section>
  );
}
