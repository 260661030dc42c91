import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { printGraph } from '../../../scripts/graphArtifacts.ts';
import { createSchema } from '../../../src/graph/schema/schema.ts';

const schema = createSchema();

test('schema.graphql is the executable schema as tools have it, in the form that npm run generate gives it', async () => {
  const committed = await readFile(new URL('../../../schema.graphql', import.meta.url), 'utf8');
  expect(printGraph(schema)).toBe(committed);
});

/** Every part of a type that can carry a description, by path. */
function parts(type: GraphQLNamedType): [path: string, description: string | null | undefined][] {
  const found: [string, string | null | undefined][] = [[type.name, type.description]];
  if (isEnumType(type)) {
    for (const value of type.getValues()) found.push([`${type.name}.${value.name}`, value.description]);
  }
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) {
    for (const field of Object.values(type.getFields())) {
      found.push([`${type.name}.${field.name}`, field.description]);
    }
  }
  return found;
}

test('every type, field and enum value is documented', () => {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  const undocumented = types.flatMap(parts).filter(([, description]) => !description?.trim());
  expect(undocumented.map(([path]) => path)).toEqual([]);
});
