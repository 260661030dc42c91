import { decodeJwt } from 'jose';
import { newAnime } from '../support/newAnime.ts';
import { filledId } from './fillLargeTables.ts';

/** Sends a mutation. @returns the text in its answer at this path; '' where it has none */
export type Mutate = (field: string, input: object, ...path: readonly string[]) => Promise<string>;

const PASSWORD = 'correct horse battery staple';

/** Sends each mutation over filled tables, in an order in which it has something to do. */
export async function everyMutation(mutate: Mutate, pendingProposal: () => Promise<string>): Promise<void> {
  await accounts(mutate);
  await webhooks(mutate, await mutate('createApplication', { name: 'x', owner: 'ann' }, 'application', 'id'));
  await catalogue(mutate, pendingProposal);
  await schedules(mutate);
}

async function accounts(mutate: Mutate): Promise<void> {
  await mutate('createUser', { name: 'ann', password: PASSWORD });
  const path = await mutate('inviteUser', { name: 'bob' }, 'path');
  await mutate('acceptInvitation', { invitation: path.split(/[/#=]/).at(-1), name: 'bob', password: PASSWORD });
  await mutate('changePassword', { name: 'bob', password: `${PASSWORD} 2` });
  for (const field of ['grantPermission', 'revokePermission'])
    await mutate(field, { name: 'bob', permission: 'catalog.review' });
  for (const field of ['disableUser', 'enableUser']) await mutate(field, { name: 'bob' });
  const id = await mutate('createApplication', { name: 'y', owner: 'ann' }, 'application', 'id');
  await mutate('updateApplication', { id, name: 'z' });
  const key = await mutate('createApiKey', { applicationId: id, scopes: ['anime.read'] }, 'apiKey', 'id');
  await mutate('revokeApiKey', { id: key });
  for (const field of ['disableApplication', 'enableApplication']) await mutate(field, { id });
  await mutate('transferApplication', { id, owner: 'bob' });
  await mutate('deleteApplication', { id });
  const token = await mutate('issueToken', { user: 'ann', scopes: ['webhooks.read'] }, 'token');
  await mutate('revokeToken', { jti: decodeJwt(token).jti });
  await mutate('revokeUserTokens', { user: 'ann' });
  await mutate('rotateSigningKey', {});
  await mutate('openDesk', { reviewer: 'ann' });
}

async function webhooks(mutate: Mutate, applicationId: string): Promise<void> {
  const body = { applicationId, name: 'x', url: 'https://hooks.example.org/', events: ['ANIME_UPDATED'] };
  const id = await mutate('createWebhook', { ...body, animeIds: [filledId('a', 7)] }, 'webhook', 'id');
  await mutate('updateWebhook', { id, animeIds: null });
  await mutate('pingWebhook', { id });
  await mutate('testWebhook', { id, kind: 'ANIME_UPDATED' });
  await mutate('rotateWebhookSecret', { id });
  for (const field of ['disableWebhook', 'enableWebhook', 'deleteWebhook']) await mutate(field, { id });
  // Of webhooks that have many.
  await mutate('retryDelivery', { id: filledId('a', 100) });
  const since = new Date(Date.now() - 3_600_000).toISOString();
  await mutate('retryFailedDeliveries', { webhookId: filledId('e', 8), since });
  for (const field of ['disableWebhook', 'enableWebhook', 'deleteWebhook'])
    await mutate(field, { id: filledId('e', 9) });
}

async function catalogue(mutate: Mutate, pendingProposal: () => Promise<string>): Promise<void> {
  await mutate('approveSource', { name: 'anilist' });
  await mutate('revokeSource', { name: 'anilist' });
  const records = newAnime(40, 40);
  await mutate('importCatalog', { records, dryRun: true });
  await mutate('importCatalog', { records });
  const episodes = [1, 2, 3].map((number) => ({
    ...{ type: 'episode', source: 'mal', sourceId: `50/${number}`, anime: { source: 'mal', sourceId: '50' }, number },
    ...{ status: 'released', releasedAt: '2024-02-29T11:00:00Z' },
  }));
  await mutate('importCatalog', { records: episodes });
  await mutate('importCatalog', { records: newAnime(200, 2), review: true });
  for (const field of ['approveProposal', 'rejectProposal'])
    await mutate(field, { id: await pendingProposal(), reviewer: 'ann' });
  const [anime, into] = [filledId('a', 11), filledId('a', 12)];
  await mutate('addTitle', { anime, title: 'Another', reviewer: 'ann' });
  await mutate('unpin', { id: anime, reviewer: 'ann' });
  await mutate('addTitle', { anime, title: 'Another', reviewer: 'ann' });
  await mutate('removeTitle', { anime, title: 'Another', reviewer: 'ann' });
  const seen = await mutate('mergeAnime', { anime, into, dryRun: true, reviewer: 'ann' }, 'seen');
  await mutate('mergeAnime', { anime, into, seen, reviewer: 'ann' });
  await mutate('unmergeAnime', { anime, reviewer: 'ann' });
}

async function schedules(mutate: Mutate): Promise<void> {
  const url = 'https://example.org/catalog.ndjson';
  await mutate('recordDownload', { url, format: 'catalog', sha256: 'a'.repeat(64) });
  await mutate('scheduleImport', { name: 'nightly', url, format: 'catalog', everySeconds: 86_400 });
  await mutate('runImportSchedule', { name: 'nightly' });
  await mutate('removeImportSchedule', { name: 'nightly' });
}
