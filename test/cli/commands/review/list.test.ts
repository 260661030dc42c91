import { describe, expect, test } from '@jest/globals';
import stringWidth from 'string-width';
import { proposalTable } from '../../../../src/cli/commands/review/list.ts';
import type { ProposalReason, ProposalStatus } from '../../../../src/graph/model/vocabulary.ts';

const proposal = (title: string, reason: ProposalReason = 'review_requested', status: ProposalStatus = 'pending') => ({
  ...{ id: '0198c7a2-8c1e-7d3b-9f00-2b6a1c4d5e6f', type: 'anime' as const, source: 'bangumi-data', sourceId: '123456' },
  ...{ record: { titles: [{ title }], externalIds: { mal: '8481', anidb: '77' } }, reason, status, createdAt: '' },
  candidates: [
    { id: 'a', title: 'Other', externalIds: [{ site: 'mal', id: '8481' }] },
    {
      id: 'b',
      title: 'Another',
      externalIds: [
        { site: 'anidb', id: '77' },
        { site: 'tmdb', id: '1' },
      ],
    },
  ],
});

describe('catalog review list', () => {
  const titles = ['Short', '進撃の巨人 '.repeat(12), 'A title that is longer than any column of it can be '.repeat(3)];
  const reasons: ProposalReason[] = ['ambiguous_match', 'review_requested', 'unapproved_source'];

  test.each([80, 100, 120])('fits %i columns, whatever the titles are', (columns) => {
    const proposals = titles.flatMap((title) => reasons.map((reason) => proposal(title, reason)));
    for (const list of [proposals, [...proposals, proposal('Decided', 'ambiguous_match', 'superseded')]]) {
      const lines = proposalTable(list, columns).text.split('\n');
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      expect(lines).toHaveLength(list.length + 1);
    }
  });

  test('cuts nothing where there are no columns', () => {
    const { text } = proposalTable(
      titles.map((title) => proposal(title, 'ambiguous_match')),
      Number.POSITIVE_INFINITY,
    );
    for (const title of titles)
      expect(text).toMatch(
        new RegExp(`^${title.trim()} +shares mal 8481, anidb 77 +bangumi-data 123456 +1c4d5e6f$`, 'm'),
      );
    expect(text).not.toContain('…');
  });

  test('begins with the title and says why each waits and which id to name', () => {
    const [heading, ambiguous, asked, unapproved] = proposalTable(
      reasons.map((reason) => proposal('進撃の巨人', reason)),
      80,
    ).text.split('\n');
    expect(heading).toMatch(/^TITLE .* WHY .* RECORD .* ID$/);
    expect(ambiguous).toMatch(/^進撃の巨人 +shares mal 8481.* +bangumi-data 1\S* +1c4d5e6f$/);
    expect(asked).toMatch(/review requested/);
    expect(unapproved).toMatch(/source not approved/);
  });
});
