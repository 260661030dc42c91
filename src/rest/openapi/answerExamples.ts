import taken from './generated/answerExamples.json' with { type: 'json' };

/** An answer of the service over the records of its tests. */
export interface AnswerExample {
  readonly name: string;
  readonly status: number;
  /** Method and target. */
  readonly request: string;
  readonly body: unknown;
}

/** The examples of the description by operation. `npm run generate:examples` takes them, and a test compares. */
export const answerExamples: Readonly<Record<string, readonly AnswerExample[]>> = taken;
