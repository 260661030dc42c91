import { OWN_ISSUER } from '../caller/issuerName.ts';
import { applicationSubject } from '../caller/quotaSubject.ts';
import type { Quotas } from '../caller/quotas.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { readPage } from '../reading/keyset.ts';
import { type LoaderSources, relationLoader } from '../reading/loaders.ts';
import { apiKeysOfApplication, createApiKey, revokeApiKey } from './apiKeys.ts';
import { apiKeyNode, applicationNode } from './applicationNode.ts';
import { ownedBy } from './applicationOwner.ts';
import { checkSubject, createApplication, renameApplication } from './createApplication.ts';
import { requireApplicationQuota } from './requireApplicationQuota.ts';
import { suspensionReason } from './suspensionReason.ts';

/** The days that are shown, and kept. */
const DAYS_MS = 30 * 86_400_000;

/** The calls of keys on each of these days (UTC), oldest first. */
const keyUsage = ({ database }: LoaderSources) =>
  relationLoader(
    async (keys) => {
      const where = { keyId: { in: keys }, day: { gt: new Date(Date.now() - DAYS_MS) } };
      const days = await database.client.apiKeyDay.findMany({ where, orderBy: [{ keyId: 'asc' }, { day: 'asc' }] });
      return days.map(({ day, ...counts }) => ({ ...counts, day: day.toISOString().slice(0, 10) }));
    },
    ({ keyId }) => keyId,
  );

/** Oldest first. */
const BY_ID = { kind: 'application.id', columns: [{ field: 'id', type: 'uuid', direction: 'asc' }] } as const;

export const applicationResolvers: Resolvers = {
  Query: {
    applications: (_root, { owner, ...page }, { database, viewer, issuer }) => {
      const everybody = owner == null ? {} : { owner };
      const owned = viewer.kind === 'user' ? ownedBy(viewer.subject, issuer) : everybody;
      return readPage(BY_ID, page, async ({ where, orderBy, take }) => {
        const conditions = { ...where, ...owned, deletedAt: null };
        return (await database.client.application.findMany({ where: conditions, orderBy, take })).map(applicationNode);
      });
    },
    application: async (_root, { id }, { database }) => {
      const application = await database.client.application.findUnique({ where: { id, deletedAt: null } });
      return application === null ? null : applicationNode(application);
    },
  },
  Application: {
    suspendedReason: ({ id }, _arguments, { loaders }) => loaders.of(suspensionReason).load(id),
    quota: ({ id }, _arguments, { quotas, now }) => (quotas == null ? null : applicationQuota(quotas, id, now())),
    keys: async ({ id }, _arguments, { loaders }) => (await loaders.of(apiKeysOfApplication).load(id)).map(apiKeyNode),
  },
  ApiKey: {
    usage: ({ id }, _arguments, { loaders }) => loaders.of(keyUsage).load(id),
  },
  Mutation: {
    createApplication: async (_root, { input }, { database, viewer, issuer }) => {
      const subject = checkSubject(viewer.kind === 'user' ? viewer.subject : (input.owner ?? ''), 'owner');
      const requireAccount = viewer.kind === 'tool' ? (input.requireAccount ?? false) : issuer === OWN_ISSUER;
      const created = await database.transaction(async (client) => {
        await requireApplicationQuota(client, { subject, issuer }, requireAccount);
        return createApplication(client, { name: input.name, owner: subject, issuer });
      });
      return { application: applicationNode(created) };
    },
    updateApplication: async (_root, { input }, { database }) => ({
      application: applicationNode(await renameApplication(database.client, input.id, input.name)),
    }),
    createApiKey: async (_root, { input }, context) => {
      const expiresAt = input.expiresAt == null ? null : new Date(input.expiresAt);
      const { stored, text } = await createApiKey(context.database, { ...input, expiresAt }, context.now());
      return { apiKey: apiKeyNode(stored), key: text };
    },
    revokeApiKey: async (_root, { input }, context) => {
      const apiKey = await revokeApiKey(context.database.client, input.id, context.now());
      context.onKeyRevoked?.(apiKey.id);
      return { apiKey: apiKeyNode(apiKey) };
    },
  },
};

/** The state of an application's quota; reading it takes no point. */
async function applicationQuota(quotas: Quotas, applicationId: string, now: Date) {
  const state = await quotas.read('credentialed', applicationSubject(applicationId));
  const { limit, windowSeconds, remaining, resetMs } = state;
  return { limit, windowSeconds, remaining, resetsAt: new Date(now.getTime() + resetMs).toISOString() };
}
