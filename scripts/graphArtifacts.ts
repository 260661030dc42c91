import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import * as resolvers from '@graphql-codegen/typescript-resolvers';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { printSchemaWithDirectives } from '@graphql-tools/utils';
import { type GraphQLSchema, introspectionFromSchema, lexicographicSortSchema, parse, printSchema } from 'graphql';
import { readTypeDefs } from '../src/graph/schema/typeDefs.ts';
import { toolSchema } from '../src/internal/toolSchema.ts';
import { documentTypes } from './documentTypes.ts';
import { resolverTypeSettings } from './resolverTypeSettings.ts';

/** The graph as tools have it, with what it declares of access, in the order of names. */
export function printGraph(schema: GraphQLSchema): string {
  return `${printSchemaWithDirectives(lexicographicSortSchema(toolSchema(schema)))}\n`;
}

/** What is generated from the SDL, by path: its own printed form, and the types of resolvers and documents. */
export async function graphArtifacts(): Promise<Readonly<Record<string, string>>> {
  const schema = lexicographicSortSchema(makeExecutableSchema({ typeDefs: readTypeDefs() }));
  const resolverTypes = await codegen({
    filename: 'src/graph/generated/resolvers.ts',
    schema: parse(printSchema(schema)),
    schemaAst: schema,
    documents: [],
    plugins: [{ typescript: {} }, { resolvers: {} }],
    pluginMap: { typescript, resolvers },
    config: resolverTypeSettings,
  });
  const introspection = JSON.stringify(introspectionFromSchema(schema, { descriptions: false }));
  return {
    'schema.graphql': printGraph(schema),
    // The generator writes type re-exports that only a compiler of whole programs accepts.
    'src/graph/generated/resolvers.ts': resolverTypes.replaceAll(/^export \{ (\w+) \};$/gm, 'export type { $1 };'),
    'src/graph/generated/introspection.ts': `/** The schema's introspection as a type, for gql.tada. */\nexport type Introspection = ${introspection};\n`,
    'src/graph/generated/documents.ts': documentTypes(schema, await readSources()),
  };
}

async function readSources(): Promise<string[]> {
  // An installation from an archive has no tests.
  const folders = ['src', 'test'].filter((folder) => existsSync(folder));
  const paths = await Promise.all(
    folders.map(async (folder) => (await readdir(folder, { recursive: true })).map((path) => `${folder}/${path}`)),
  );
  const sources = paths.flat().filter((path) => /\.tsx?$/.test(path) && !path.includes('generated'));
  return await Promise.all(sources.map((path) => readFile(path, 'utf8')));
}
