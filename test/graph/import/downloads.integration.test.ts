import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWith } from '../../support/describeWith.ts';
import { openTestService, type TestService } from '../../support/openTestService.ts';

describeWith(['postgres'], 'what was downloaded', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService();
  }, 60_000);
  afterAll(() => service?.end(), 30_000);

  async function record(input: object) {
    const query = `mutation ($input: RecordDownloadInput!) { recordDownload(input: $input) { download { sha256 } } }`;
    const answer = (await (await service.ask({ query, variables: { input } })).json()) as {
      readonly data?: unknown;
      readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
    };
    return answer.errors?.[0] ?? answer.data;
  }

  const right = { url: 'https://example.org/a?b', format: 'catalog', sha256: 'a'.repeat(64) };

  test.each([
    ['url', { url: 'http://example.org/' }],
    ['url', { url: 'https://example.org/\0' }],
    ['url', { url: 'https://example.org/\ud800' }],
    ['url', { url: `https://${'a'.repeat(100_000)}` }],
    ['format', { format: 'csv' }],
    ['sha256', { sha256: 'a' }],
    ['etag', { etag: '\0' }],
    ['etag', { etag: 'a'.repeat(100_000) }],
    ['lastModified', { lastModified: '\ud800' }],
  ])('a wrong %s is named', async (parameter, wrong) => {
    expect(await record({ ...right, ...wrong })).toMatchObject({
      message: expect.stringMatching(new RegExp(`^${parameter}: must be`)),
      extensions: { code: 'invalid_parameter' },
    });
  });

  test('the last one counts', async () => {
    await record({ ...right, etag: '"1"' });
    await record({ ...right, etag: '"2"', sha256: 'b'.repeat(64) });
    const query = `{ download(url: "${right.url}", format: "catalog") { etag sha256 lastModified } }`;
    expect(await (await service.ask({ query })).json()).toEqual({
      data: { download: { etag: '"2"', sha256: 'b'.repeat(64), lastModified: null } },
    });
  });
});
