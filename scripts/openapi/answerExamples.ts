import type { OpenApi } from '../../src/rest/openapi/servedDocument.ts';

/** An answer of the service over the records of its tests. */
export interface AnswerExample {
  readonly name: string;
  readonly status: number;
  /** Method and target. */
  readonly request: string;
  readonly body: unknown;
}

/** By operation. */
export type AnswerExamples = Readonly<Record<string, readonly AnswerExample[]>>;

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly examples?: Examples }>> }>
  >;
}
type Examples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;

/** Those that a description has. `npm run generate:examples` takes the ones of openapi.json from a service. */
export function answerExamplesOf({ paths }: Pick<OpenApi, 'paths'>): AnswerExamples {
  const operations = Object.values(paths ?? {}).flatMap((item) => Object.values(item as Record<string, Operation>));
  const examples = operations.map((operation) => [operation.operationId, examplesOf(operation)] as const);
  return Object.fromEntries(examples.filter(([, taken]) => taken.length > 0));
}

function examplesOf({ responses }: Operation): AnswerExample[] {
  return Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.values(content).flatMap(({ examples = {} }) =>
      Object.entries(examples).map(([name, { summary, value }]) => ({
        ...{ name, status: Number(status), request: summary, body: value },
      })),
    ),
  );
}
