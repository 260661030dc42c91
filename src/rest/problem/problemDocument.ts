import { z } from 'zod';
import { problemCodes } from './problemCodes.ts';
import type { ProblemError } from './problemError.ts';

export const problemMediaType = 'application/problem+json';

const codes = Object.keys(problemCodes);

/** Problem Details (RFC 9457): the body of every error answer. */
export const problemSchema = z
  .object({
    type: z.string().meta({
      description: 'Relative URL of a page that explains the code.',
      format: 'uri-reference',
      examples: ['/v1/problems/invalid_parameter'],
    }),
    title: z.string().meta({ description: 'What the code means, in a few words.', examples: ['Invalid parameter'] }),
    status: z
      .int()
      .min(400)
      .max(599)
      .meta({ description: 'HTTP status code.', examples: [400], override: { format: 'int32' } }),
    // No enum: a new code would break clients generated from it.
    code: z.string().meta({
      description: 'Machine-readable error code. Stable; others may be added.',
      examples: ['invalid_parameter'],
      'x-extensible-enum': codes,
    }),
    requestId: z.string().meta({
      description: 'Correlation identifier: the same as in the header X-Request-Id.',
      examples: ['0b0f7a5e-6d0c-4b57-9a3e-2f1d7c1f8c55'],
    }),
    detail: z
      .string()
      .nullable()
      .meta({
        description: 'What is wrong with this request and what would be right.',
        examples: ['limit must be an integer from 1 to 100; got "0".'],
      }),
    traceId: z
      .string()
      .nullable()
      .meta({
        description: 'Trace id of the request (W3C Trace Context), null when it carried none.',
        examples: ['4bf92f3577b34da6a3ce929d0e0e4736'],
      }),
    parameter: z
      .string()
      .optional()
      .meta({ description: 'The parameter at fault.', examples: ['limit'] }),
    errors: z
      .array(
        z
          .object({
            pointer: z.string().meta({
              description: 'JSON Pointer (RFC 6901) of the member at fault; empty for the body itself.',
              format: 'json-pointer',
              examples: ['/name'],
            }),
            detail: z.string().meta({ description: 'What would be right.', examples: ['is required.'] }),
          })
          .meta({ id: 'BodyError', description: 'A place in a body that breaks a rule.' }),
      )
      .optional()
      .meta({ description: 'What is wrong with the body, every place of it.' }),
  })
  .meta({ id: 'Problem', description: 'Problem Details (RFC 9457), the body of every error answer.' });

export type ProblemDocument = z.output<typeof problemSchema>;

/** The body of `problem`. */
export function problemDocument(problem: ProblemError, requestId: string, traceId: string | null): ProblemDocument {
  return {
    type: `/v1/problems/${problem.code}`,
    title: problemCodes[problem.code].title,
    status: problem.status,
    code: problem.code,
    requestId,
    detail: problem.message === '' ? null : problem.message,
    traceId,
    ...(problem.parameter === undefined ? {} : { parameter: problem.parameter }),
    ...(problem.errors === undefined ? {} : { errors: [...problem.errors] }),
  };
}
