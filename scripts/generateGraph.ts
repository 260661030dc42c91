import { mkdir, writeFile } from 'node:fs/promises';
import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import * as resolvers from '@graphql-codegen/typescript-resolvers';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { introspectionFromSchema, lexicographicSortSchema, parse, printSchema } from 'graphql';
import { resolverTypeSettings } from '../src/graph/resolverTypeSettings.ts';
import { typeDefs } from '../src/graph/typeDefs.ts';

/** Writes schema.graphql, the resolvers' types and the introspection that types the REST documents, all from the SDL. */
const schema = lexicographicSortSchema(makeExecutableSchema({ typeDefs }));
const sdl = printSchema(schema);
const folder = 'src/graph/generated';
await mkdir(folder, { recursive: true });
await writeFile('schema.graphql', `${sdl}\n`);
await writeFile(
  `${folder}/resolvers.ts`,
  await codegen({
    filename: `${folder}/resolvers.ts`,
    schema: parse(sdl),
    schemaAst: schema,
    documents: [],
    plugins: [{ typescript: {} }, { resolvers: {} }],
    pluginMap: { typescript, resolvers },
    config: resolverTypeSettings,
  }),
);
const introspection = introspectionFromSchema(schema, { descriptions: false });
await writeFile(
  `${folder}/introspection.ts`,
  `/** The schema's introspection as a type, for gql.tada. */\nexport type Introspection = ${JSON.stringify(introspection)};\n`,
);
