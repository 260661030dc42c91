import { readFileSync } from 'node:fs';
import { type DefinitionNode, type DocumentNode, type FieldDefinitionNode, Kind, parse } from 'graphql';
import { shippedFiles } from '../../base/shippedFolders.ts';

/** The queries that have null for an answer: what they are asked for is not there. */
const mayBeNull: ReadonlySet<string> = new Set(
  `anime animeEpisodes application deliveries delivery download dump dumpChunk episode genre proposal studio user
  webhook webhooks`.split(/\s+/),
);

/**
 * The SDL of the whole graph: schema.graphql, which describes it as tools have it, where each query is nullable
 * (toolSchema.ts). A fixed operation takes all or nothing, so that in it the other queries always answer.
 */
export function readTypeDefs(): DocumentNode {
  const { kind, definitions } = parse(readFileSync(shippedFiles.graph, 'utf8'));
  return { kind, definitions: definitions.map(withAnswers) };
}

function withAnswers(definition: DefinitionNode): DefinitionNode {
  if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION || definition.name.value !== 'Query') return definition;
  return { ...definition, fields: definition.fields?.map(answering) ?? [] };
}

function answering(query: FieldDefinitionNode): FieldDefinitionNode {
  if (query.type.kind === Kind.NON_NULL_TYPE || mayBeNull.has(query.name.value)) return query;
  return { ...query, type: { kind: Kind.NON_NULL_TYPE, type: query.type } };
}
