import { routes } from '../../src/rest/routes.ts';
import type { AnswerExamples } from './answerExamples.ts';
import { openApiDocument } from './openApiDocument.ts';

/** The text of openapi.json: the description of the route table with these examples. */
export function openApiText(examples: AnswerExamples): string {
  return `${JSON.stringify(openApiDocument(routes, examples), null, 2)}\n`;
}
