import { writeFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { answerExamples } from '../../../src/rest/openapi/answerExamples.ts';
import { describeWith } from '../../support/describeWith.ts';
import { stableText } from './stableText.ts';
import { takeExamples } from './takeExamples.ts';

const file = new URL('../../../src/rest/openapi/generated/answerExamples.json', import.meta.url);

describeWith(['postgres', 'openssl'], 'the examples of the description', () => {
  test('are what the service answers; `npm run generate:examples` takes them from it', async () => {
    const begun = new Date();
    const text = stableText(JSON.stringify(await takeExamples(), null, 2), begun);
    if (process.env.WRITE_EXAMPLES === '1') await writeFile(file, `${text}\n`);
    else expect(answerExamples).toEqual(JSON.parse(text));
  }, 120_000);
});
