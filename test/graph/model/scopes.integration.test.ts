import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { KEY_SCOPES, SCOPES, scopes } from '../../../src/graph/model/scopes.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';

test('the contract has a row for each scope, with what it grants and who can hold it', async () => {
  const contract = await readFile(new URL('../../../docs/contract.md', import.meta.url), 'utf8');
  const section = contract.split(/^## /m).find((text) => text.startsWith('Authentication\n')) ?? '';
  const rows = SCOPES.map((scope) => {
    const { meaning, keys } = scopes[scope];
    return `| ${scope} | ${meaning} | ${keys ? 'yes | yes' : 'no | no'} | yes |`;
  });
  expect(section.match(/^\| [a-z]+\.[a-z]+ .*$/gm)).toEqual(rows);
});

describeWith(['postgres'], 'the scopes of keys in the tables', () => {
  const catalog = ofSuite(openTestCatalog);

  test('are those of the table', async () => {
    const [found] = await catalog.database.client.$queryRaw<{ check: string }[]>`
      SELECT pg_get_constraintdef(oid) AS check FROM pg_constraint WHERE conname = 'api_key_scopes'`;
    expect([...(found?.check ?? '').matchAll(/'([^']+)'/g)].map(([, scope]) => scope)).toEqual(KEY_SCOPES);
  });
});
