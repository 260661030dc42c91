import type { ApolloServerPlugin } from '@apollo/server';
import { ApolloArmor } from '@escape.tech/graphql-armor';
import { GraphQLError, type OperationDefinitionNode, type ValidationContext, type ValidationRule } from 'graphql';
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity';
import { CatalogError } from '../graph/model/errors.ts';
import { OperationCosts } from './operationCosts.ts';

/** How much one operation of a tool may ask for. What the GraphiQL page asks about the schema fits. */
export const queryLimits = {
  /** Levels of fields; introspection does not count. */
  depth: 10,
  aliases: 30,
  directives: 50,
  /** Tokens of the document; variables do not count. */
  tokens: 5_000,
  /** Fields that the answer could hold. */
  cost: 50_000,
} as const;

/** A list without an argument that bounds it, such as the titles of an anime, holds few. */
const costOfField: ComplexityEstimator = ({ args, childComplexity }) => 1 + childComplexity * sizeOf(args);

function sizeOf({ first, ids }: { readonly first?: unknown; readonly ids?: unknown }): number {
  if (typeof first === 'number') return Math.max(1, first);
  return Array.isArray(ids) ? Math.max(1, ids.length) : 1;
}

/** Refuses an operation whose answer could become too large, with 400, before anything of it is resolved. */
const costLimit: ApolloServerPlugin = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, document, operation, request: { operationName, variables = {} } }) {
        // A name that no operation has: executing tells it.
        if (!isFound(operation)) return;
        const cost = costs.of(document, operationName, variables, () =>
          getComplexity({
            schema,
            query: document,
            ...(operationName && { operationName }),
            variables,
            estimators: [costOfField],
          }),
        );
        if (cost <= queryLimits.cost) return;
        const told = Number.isFinite(cost) ? String(Math.round(cost)) : 'too many';
        throw new GraphQLError(
          `The answer could hold ${told} fields, at most ${queryLimits.cost} are allowed: ask for fewer fields, smaller pages ("first") or fewer ids.`,
          { extensions: { code: 'invalid_request', http: { status: 400 } } },
        );
      },
    };
  },
};

const costs = new OperationCosts();

/** Apollo's types say that it is always there. */
function isFound(operation: OperationDefinitionNode | undefined): boolean {
  return operation !== undefined;
}

/** Armor would throw out of the validation, which Apollo answers like a failure of its own. */
const reported = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, { message }: GraphQLError) =>
      context?.reportError(new CatalogError('invalid_request', message.replace(/^Syntax Error: /, ''))),
  ],
};

/** Validation rules and plugins that hold an operation to `queryLimits`. */
export function limitQueries(): { validationRules: ValidationRule[]; plugins: ApolloServerPlugin[] } {
  // Its plugins belong to the protections that are switched off.
  const { validationRules } = new ApolloArmor({
    maxDepth: { n: queryLimits.depth, flattenFragments: true, ...reported },
    maxAliases: { n: queryLimits.aliases, allowList: [], ...reported },
    maxDirectives: { n: queryLimits.directives, ...reported },
    // Tools are better off with the names they meant; the schema is no secret from them.
    blockFieldSuggestion: { enabled: false },
    // Answered 500, and an approximation: the parser's own limit and `costLimit` do these.
    maxTokens: { enabled: false },
    costLimit: { enabled: false },
  }).protect();
  return { validationRules, plugins: [costLimit] };
}
