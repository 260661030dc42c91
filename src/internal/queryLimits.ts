import type { ApolloServerPlugin } from '@apollo/server';
import {
  type ASTVisitor,
  type FragmentDefinitionNode,
  GraphQLError,
  getNullableType,
  isIntrospectionType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type ValidationContext,
} from 'graphql';
import { type ComplexityEstimator, type ComplexityEstimatorArgs, getComplexity } from 'graphql-query-complexity';
import { LARGEST_FAILING, MOST_RELATIONS, WEBHOOK_HOURS } from '../graph/model/limits.ts';

/** Limits of one operation of a tool. GraphiQL's introspection query fits. */
export const queryLimits = {
  /** Levels of fields; introspection does not count. */
  depth: 10,
  aliases: 30,
  directives: 50,
  /** Tokens of the document; variables do not count. */
  tokens: 5_000,
  /** Fields that the answer could contain. */
  cost: 50_000,
} as const;

interface Shape {
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
}

const EMPTY: Shape = { depth: 0, aliases: 0, directives: 0 };

/** A validation rule that refuses operations beyond `queryLimits`; a fragment counts at each spread. */
export function limitShape(context: ValidationContext): ASTVisitor {
  const fragments = new Map<string, Shape>();

  function ofFragment(name: string): Shape {
    const known = fragments.get(name);
    if (known !== undefined) return known;
    // Ends the recursion of a fragment that spreads itself; another rule refuses it.
    fragments.set(name, EMPTY);
    const fragment = context.getFragment(name);
    const shape = fragment ? measureShape(fragment) : EMPTY;
    fragments.set(name, shape);
    return shape;
  }

  function measureShape(node: OperationDefinitionNode | FragmentDefinitionNode | SelectionNode): Shape {
    const isField = node.kind === Kind.FIELD;
    const inner =
      node.kind === Kind.FRAGMENT_SPREAD
        ? [ofFragment(node.name.value)]
        : (node.selectionSet?.selections ?? []).map(measureShape);
    const depth = Math.max(0, ...inner.map((shape) => shape.depth)) + (isField ? 1 : 0);
    return {
      depth: isField && node.name.value === '__schema' ? 0 : depth,
      aliases: inner.reduce((sum, shape) => sum + shape.aliases, isField && node.alias ? 1 : 0),
      directives: inner.reduce((sum, shape) => sum + shape.directives, node.directives?.length ?? 0),
    };
  }

  return {
    OperationDefinition(operation) {
      const { depth, aliases, directives } = measureShape(operation);
      const refuse = (what: string, limit: number, found: number) => {
        if (found <= limit) return;
        const message = `${what} limit of ${limit} exceeded, found ${found}.`;
        context.reportError(new GraphQLError(message, { nodes: operation }));
      };
      refuse('Query depth', queryLimits.depth, depth);
      refuse('Aliases', queryLimits.aliases, aliases);
      refuse('Directives', queryLimits.directives, directives);
    },
  };
}

const costOfField: ComplexityEstimator = (field) => 1 + field.childComplexity * estimateSize(field);

/** The assumed size of a list that no argument bounds, such as the titles of an anime. */
const USUAL_SIZE = 10;

/** Lists that can be longer. The schema's types are read at one stretch: an operation may describe them once. */
const SIZES: Readonly<Record<string, number>> = {
  'Anime.relations': MOST_RELATIONS.shown,
  'Webhook.hours': WEBHOOK_HOURS,
  'WebhookQueue.failing': LARGEST_FAILING,
  'Application.keys': 100,
  'ApiKey.usage': 30,
  'Delivery.attempts': 32,
  'SearchFacet.values': 20,
  '__Schema.types': 200,
};

function estimateSize({ type, field, args: { first, ids } }: ComplexityEstimatorArgs): number {
  if (typeof first === 'number') return Math.max(1, first);
  if (Array.isArray(ids)) return Math.max(1, ids.length);
  // The arguments above have counted `nodes`.
  if (!isListType(getNullableType(field.type)) || field.name === 'nodes') return 1;
  return SIZES[`${type.name}.${field.name}`] ?? (isIntrospectionType(type) ? 1 : USUAL_SIZE);
}

/** Refuses an operation with 400 before it is resolved, when its answer could become too large. */
export const costLimit: ApolloServerPlugin = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, document, operation, request: { operationName, variables = {} } }) {
        // Apollo's types call it always present; it is absent when no operation has the requested name.
        if ((operation as OperationDefinitionNode | undefined) === undefined) return;
        const cost = getComplexity({
          schema,
          query: document,
          ...(operationName && { operationName }),
          variables,
          estimators: [costOfField],
        });
        if (cost <= queryLimits.cost) return;
        const found = Number.isFinite(cost) ? String(Math.round(cost)) : 'too many';
        throw new GraphQLError(
          `The answer could hold ${found} fields, at most ${queryLimits.cost} are allowed: ask for fewer fields, smaller pages ("first") or fewer ids.`,
          { extensions: { code: 'invalid_request', http: { status: 400 } } },
        );
      },
    };
  },
};
