import { type GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import type { Resolvers } from '../generated/resolvers.ts';
import { CatalogError } from '../model/errors.ts';
import { parseCalendarDate, parseInstant } from '../model/time.ts';
import { parseUuid } from '../model/uuid.ts';

/** Resolvers return the final form, so serialisation passes it through; only bytes are text in JSON alone. */
function scalar<Value>(
  name: keyof Resolvers,
  expected: string,
  read: (value: unknown) => Value | null,
): GraphQLScalarType {
  const parse = (value: unknown): Value => {
    const parsed = read(value);
    if (parsed === null) throw new CatalogError('invalid_parameter', `${name}: ${expected} is expected.`);
    return parsed;
  };
  // Only these parts, so that the type keeps the description of its SDL.
  const parts: Partial<GraphQLScalarType> = {
    serialize: (value) => (Buffer.isBuffer(value) ? value.toString('base64') : value),
    parseValue: parse,
    parseLiteral: (node, variables) => parse(literal(node, variables)),
  };
  return parts as GraphQLScalarType;
}

function literal(node: ValueNode, variables: Parameters<typeof valueFromASTUntyped>[1]): unknown {
  // An integer literal could yield a number of unbounded length; only JSON's values pass.
  return node.kind === Kind.ENUM ? undefined : valueFromASTUntyped(node, variables);
}

const text =
  <Value>(read: (value: string) => Value | null) =>
  (value: unknown): Value | null =>
    typeof value === 'string' ? read(value) : null;

/** The custom scalars of the graph. */
export const scalarResolvers: Resolvers = {
  UUID: scalar('UUID', 'a UUID such as 0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f', text(parseUuid)),
  Date: scalar('Date', 'an existing date as yyyy-MM-dd', text(parseCalendarDate)),
  DateTime: scalar(
    'DateTime',
    'an ISO 8601 time with an explicit offset such as 2013-04-06T16:58:00Z',
    text((value) => parseInstant(value)?.toISOString() ?? null),
  ),
  EpisodeNumber: scalar('EpisodeNumber', 'a number from 0 of at most two decimal places', (value) =>
    typeof value === 'number' && value >= 0 && Math.round(value * 100) / 100 === value ? value : null,
  ),
  Bytes: scalar(
    'Bytes',
    'base64',
    text((value) => Buffer.from(value, 'base64')),
  ),
  CatalogRecord: scalar('CatalogRecord', 'a JSON object', (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as object) : null,
  ),
};
