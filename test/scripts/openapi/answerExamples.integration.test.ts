import { writeFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { answerExamplesOf } from '../../../scripts/openapi/answerExamples.ts';
import { openApiText } from '../../../scripts/openapi/openApiText.ts';
import { readServedDocument } from '../../../src/rest/openapi/servedDocument.ts';
import { describeWith } from '../../support/describeWith.ts';
import { stableText } from './stableText.ts';
import { takeExamples } from './takeExamples.ts';

describeWith(['postgres', 'openssl'], 'the examples of the description', () => {
  test('are what the service answers; `npm run generate:examples` takes them from it', async () => {
    const begun = new Date();
    const taken = JSON.parse(stableText(JSON.stringify(await takeExamples()), begun));
    if (process.env.WRITE_EXAMPLES === '1') await writeFile('openapi.json', openApiText(taken));
    else expect(answerExamplesOf(readServedDocument())).toEqual(taken);
  }, 120_000);
});
