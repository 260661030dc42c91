import { type DocumentNode, type GraphQLSchema, Kind, validate } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { activeTraceId } from '../../tracing/activeTrace.ts';
import { inSpan } from '../../tracing/inSpan.ts';
import type { GraphContext } from './context.ts';
import { enumNamesOf } from './enumNames.ts';
import type { Operation, ResultOf, VariablesOf } from './operation.ts';
import { type PublicError, publicError } from './publicError.ts';

/** Bytes stay bytes: base64 is for JSON. */
const inProcess = Object.fromEntries([['Bytes', (bytes: unknown) => bytes]]);

/** A failed operation with all its errors; the first one decides the answer. */
export class GraphFailure extends Error {
  override readonly name = 'GraphFailure';
  readonly errors: readonly PublicError[];

  constructor(errors: readonly unknown[]) {
    const shown = errors.map(publicError);
    super(shown.map(({ message }) => message).join(' '), { cause: shown.find(({ internal }) => internal)?.internal });
    this.errors = shown;
  }

  get code(): PublicError['code'] {
    return this.errors[0]?.code ?? 'internal_error';
  }
}

/**
 * Runs a prepared operation. Operations with the same context share its loaders.
 * @throws GraphFailure for any error; partial data is never returned
 */
export type PreparedOperation<Result, Variables> = (context: GraphContext, variables: Variables) => Promise<Result>;

/**
 * Validates and compiles a fixed document once, to be executed in-process.
 * @throws Error at once when the document does not fit the schema or does not hold exactly one operation
 */
export function prepare<Of extends Operation>(
  schema: GraphQLSchema,
  document: Of,
): PreparedOperation<ResultOf<Of>, VariablesOf<Of>> {
  const name = operationName(document);
  const errors = validate(schema, document);
  if (errors.length > 0) {
    throw new Error(`${name} does not fit the schema: ${errors.map(({ message }) => message).join(' ')}`);
  }
  refuseDefaults(name, document);
  const compiled = compileQuery(schema, document as DocumentNode, undefined, {
    // Resolvers return final values, and enums stay as they are stored (enums.ts).
    disableLeafSerialization: true,
    customSerializers: inProcess,
    // Capturing a stack for each error costs more than the operation; masked errors keep their original.
    disablingCapturingStackErrors: true,
  });
  if (!isCompiledQuery(compiled)) {
    throw new Error(`${name} could not be compiled: ${compiled.errors?.map(({ message }) => message).join(' ')}`);
  }
  const { variables: toNames } = enumNamesOf(schema, document);
  const run = async (context: GraphContext, variables: object) => {
    const named = (toNames === null ? variables : toNames(variables)) as object;
    const { data, errors } = await compiled.query(undefined, context, named);
    if (errors !== undefined && errors.length > 0) throw new GraphFailure(errors);
    return data as ResultOf<Of>;
  };
  return (context, variables) => {
    const given = variables as object;
    return activeTraceId() === undefined ? run(context, given) : inSpan(name, {}, () => run(context, given));
  };
}

/** graphql-jit reports a non-null variable as missing although it has a default. */
function refuseDefaults(name: string, document: DocumentNode): void {
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const { variable, defaultValue } of definition.variableDefinitions ?? []) {
      if (defaultValue === undefined) continue;
      throw new Error(`${name} declares a default for $${variable.name.value}: let every call give its value instead.`);
    }
  }
}

function operationName(document: DocumentNode): string {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (operation === undefined || operations.length > 1) {
    throw new Error(`A fixed document holds exactly one operation, this one holds ${operations.length}.`);
  }
  return operation.name?.value ?? `The unnamed ${operation.operation}`;
}
