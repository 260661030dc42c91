import type { Resolvers } from '../generated/resolvers.ts';
import { createApiKey, revokeApiKey } from './apiKeys.ts';
import { apiKeyNode, applicationNode } from './applicationNode.ts';
import { requireApplicationOwner, requireOwnerOf, requireTool } from './applicationOwner.ts';
import { checkSubject, createApplication } from './createApplication.ts';
import { listApplications } from './listApplications.ts';
import { requireRoom } from './requireRoom.ts';
import { restReasons } from './restReason.ts';

export const applicationResolvers: Resolvers = {
  Query: {
    applications: (_root, page, { database, viewer }) => {
      requireTool(viewer);
      return listApplications(database.client, page);
    },
    application: async (_root, { id }, context) => {
      await requireApplicationOwner(context, id);
      const { database } = context;
      const application = await database.client.application.findUnique({ where: { id, deletedAt: null } });
      return application === null ? null : applicationNode(application);
    },
  },
  Application: {
    restReason: async ({ id }, _arguments, { database }) => (await restReasons(database, [id])).get(id) ?? null,
    keys: async ({ id }, _arguments, { database }) => {
      const keys = await database.client.apiKey.findMany({
        where: { applicationId: id },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      });
      return keys.map(apiKeyNode);
    },
  },
  Mutation: {
    createApplication: async (_root, { input }, { database, viewer, issuer }) => {
      requireTool(viewer);
      const owner = { subject: checkSubject(input.owner, 'owner'), issuer: issuer ?? null };
      const created = await database.transaction(async (client) => {
        await requireRoom(client, owner, input.requireAccount ?? false);
        return createApplication(client, { ...input, issuer, redirectUris: input.redirectUris ?? [] });
      });
      return { application: applicationNode(created) };
    },
    createApiKey: async (_root, { input }, context) => {
      await requireApplicationOwner(context, input.applicationId);
      const expiresAt = input.expiresAt == null ? null : new Date(input.expiresAt);
      const { stored, text } = await createApiKey(context.database, { ...input, expiresAt }, context.now());
      return { apiKey: apiKeyNode(stored), key: text };
    },
    revokeApiKey: async (_root, { input }, context) => {
      await requireOwnerOf(context, 'api_key', input.id);
      const apiKey = await revokeApiKey(context.database.client, input.id, context.now());
      context.onKeyRevoked?.(apiKey.id);
      return { apiKey: apiKeyNode(apiKey) };
    },
  },
};
