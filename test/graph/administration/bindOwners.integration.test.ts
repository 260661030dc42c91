import { expect, test } from '@jest/globals';
import { bindOwners } from '../../../src/graph/administration/bindOwners.ts';
import { OWN_ISSUER } from '../../../src/graph/caller/issuerName.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';

describeWith(['postgres'], 'owners of a version that knew their sub alone', () => {
  const catalog = ofSuite(openTestCatalog);

  test.each([
    ['own', OWN_ISSUER, { status: 'disabled', rests: true, disabledReason: "The application's owner is disabled." }],
    ['another', 'https://issuer.example', { status: 'enabled', rests: false, disabledReason: null }],
  ])('are bound to the %s issuer, and rest where that disabled them', async (name, issuer, expected) => {
    const { client } = catalog.database;
    await client.user.createMany({ data: [{ name, passwordHash: '', disabledAt: new Date() }] });
    const [made] = await subscribe(catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
    const where = { id: made?.id ?? '' };
    const { applicationId } = await client.webhook.findUniqueOrThrow({ where });
    await client.application.update({ where: { id: applicationId }, data: { owner: name } });
    expect(await bindOwners(catalog, issuer)).toBe(1);
    expect(await client.webhook.findUniqueOrThrow({ where })).toMatchObject(expected);
    expect(await client.application.findUniqueOrThrow({ where: { id: applicationId } })).toMatchObject({
      ownerIssuer: issuer,
    });
    expect(await bindOwners(catalog, 'https://later.example')).toBe(0);
  });
});
