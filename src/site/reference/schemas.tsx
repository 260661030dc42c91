import type { VNode } from 'preact';
import { Link } from '../design/link.tsx';
import { joined } from '../design/parts.tsx';
import { Table } from '../design/table.tsx';
import type { Schema } from './described.ts';
import { Inline, Prose } from './prose.tsx';

const nameIn = (reference: string) => reference.split('/').at(-1) ?? '';

/** The kind of a value, in words; schemas with a name are linked. */
export function Kind({ schema }: { readonly schema: Schema }): VNode {
  const { $ref, anyOf, oneOf, items, type, format, pattern } = schema;
  if ($ref !== undefined) return <Link to={`#schema-${nameIn($ref)}`}>{nameIn($ref)}</Link>;
  const choices = anyOf ?? oneOf;
  if (choices !== undefined)
    return (
      <>
        {joined(
          choices.map((choice) => <Kind schema={choice} />),
          ' or ',
        )}
      </>
    );
  if (items !== undefined) {
    return (
      <>
        list of <Kind schema={items} />
      </>
    );
  }
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (schema.enum !== undefined) return <>{schema.enum.join(', ')}</>;
  // Several of a few values are described by a pattern.
  const several = /^\^\(([\w|\\.]+)\)\(,/.exec(pattern ?? '')?.[1];
  if (several !== undefined) return <>comma-separated: {several.replaceAll('\\', '').replaceAll('|', ', ')}</>;
  const kind = format ?? [type ?? 'any value'].flat().join(' or ');
  return <>{[kind, ...boundsOf(schema)].join(', ')}</>;
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
      {schema.description !== undefined && <Prose text={schema.description} />}
      <Table
        none={<Kind schema={schema} />}
        caption={`Members of ${name}`}
        columns={['Member', 'Value', 'Meaning']}
        rows={members.map(([member, its]) => [
          <code>{member}</code>,
          <Kind schema={its} />,
          <>
            {schema.required?.includes(member) === true ? '' : 'Optional. '}
            <Inline text={its.description ?? ''} />
          </>,
        ])}
      />
    </section>
  );
}
