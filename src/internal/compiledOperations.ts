import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  OperationTypeNode,
  visit,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { GraphContext } from '../graph/schema/context.ts';

/** One operation to run; it has passed validation and limits. */
export interface ToolOperation {
  /** The same object for the same text, as long as it is remembered. */
  readonly document: DocumentNode;
  /** The text of the document. */
  readonly source: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly context: GraphContext;
}

/** How an operation that was seen before runs: compiled, or by graphql-js because it cannot be compiled. */
type Plan = CompiledQuery | 'seen once' | 'interpreted';

/** Compiled code of a large operation takes some hundred kilobytes. */
const REMEMBERED = 200;

/**
 * Runs operations with the answers of graphql-js; queries that come again run as compiled code, which costs half. The first time
 * an operation is interpreted: compiling takes longer than one run.
 */
export class CompiledOperations {
  readonly #schema: GraphQLSchema;
  readonly #plans = new LRUCache<string, Plan>({ max: REMEMBERED });

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  async run(operation: ToolOperation): Promise<ExecutionResult> {
    const plan = this.#planFor(operation);
    if (plan === null) return this.#interpret(operation);
    const result = await plan.query(undefined, operation.context, operation.variables ?? {});
    // Without data no resolver has run: what is wrong with the variables is told in graphql-js's words.
    return result.data === undefined ? this.#interpret(operation) : result;
  }

  /** Null when graphql-js is to run it. */
  #planFor({ document, source, operationName }: ToolOperation): CompiledQuery | null {
    const key = `${operationName ?? ''}\n${source}`;
    const plan = this.#plans.get(key);
    if (plan === undefined) this.#plans.set(key, 'seen once');
    else if (plan === 'seen once') {
      const compiled = this.#compile(document, operationName);
      this.#plans.set(key, compiled ?? 'interpreted');
      return compiled;
    } else if (plan !== 'interpreted') return plan;
    return null;
  }

  #compile(document: DocumentNode, operationName: string | undefined): CompiledQuery | null {
    if (!isCompilable(document, operationName)) return null;
    const compiled = compileQuery(this.#schema, document, operationName, {
      // A stack for each error costs more than the operation; masked errors keep their original.
      disablingCapturingStackErrors: true,
    });
    return isCompiledQuery(compiled) ? compiled : null;
  }

  async #interpret({ document, operationName, variables, context }: ToolOperation): Promise<ExecutionResult> {
    return execute({
      schema: this.#schema,
      document,
      contextValue: context,
      ...(variables && { variableValues: variables }),
      ...(operationName !== undefined && { operationName }),
    });
  }
}

/**
 * Queries of the catalogue: not mutations, whose work is the database's, nor introspection, and nothing with defaults for variables,
 * which graphql-jit takes for missing where they are non-null.
 */
function isCompilable(document: DocumentNode, operationName: string | undefined): boolean {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.QUERY) return false;
  if (operation.variableDefinitions?.some(({ defaultValue }) => defaultValue !== undefined)) return false;
  let introspects = false;
  visit(document, {
    enter: (node) => {
      if (node.kind === Kind.FIELD && /^__(schema|type)$/.test(node.name.value)) introspects = true;
    },
  });
  return !introspects;
}
