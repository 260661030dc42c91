import { writeFile } from 'node:fs/promises';
import { readServedDocument } from '../src/rest/openapi/servedDocument.ts';
import { answerExamplesOf } from './openapi/answerExamples.ts';
import { openApiText } from './openapi/openApiText.ts';

// The examples stay: `npm run generate:examples` takes them from a service, which is slow and needs PostgreSQL.
await writeFile('openapi.json', openApiText(answerExamplesOf(readServedDocument())));
