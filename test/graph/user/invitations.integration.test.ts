import { expect, test } from '@jest/globals';
import { inviteUser, removeEndedInvitations } from '../../../src/graph/user/invitations.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';

const DAY_MS = 86_400_000;

describeWith(['postgres'], 'invitations', () => {
  const catalog = ofSuite(openTestCatalog);

  test('that ended a week ago are removed, later ones stay', async () => {
    const { client } = catalog.database;
    for (const [name, daysAgo] of Object.entries({ ann: 0, bob: 7, cecil: 9 }))
      await inviteUser(client, name, new Date(Date.now() - daysAgo * DAY_MS));
    expect(await removeEndedInvitations(catalog.database)).toBe(1);
    const left = await client.invitation.findMany({ orderBy: { name: 'asc' }, select: { name: true } });
    expect(left).toEqual([{ name: 'ann' }, { name: 'bob' }]);
  });
});
