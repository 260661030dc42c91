import type { Resolvers } from '../generated/resolvers.ts';
import { createApiKey, revokeApiKey } from './apiKeys.ts';
import { apiKeyNode, applicationNode } from './applicationNode.ts';
import { createApplication } from './createApplication.ts';
import { listApplications } from './listApplications.ts';

export const applicationResolvers: Resolvers = {
  Query: {
    applications: (_root, page, { database }) => listApplications(database.client, page),
    application: async (_root, { id }, { database }) => {
      const application = await database.client.application.findUnique({ where: { id } });
      return application === null ? null : applicationNode(application);
    },
  },
  Application: {
    keys: async ({ id }, _arguments, { database }) => {
      const keys = await database.client.apiKey.findMany({
        where: { applicationId: id },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      });
      return keys.map(apiKeyNode);
    },
  },
  Mutation: {
    createApplication: async (_root, { input }, { database }) => ({
      application: applicationNode(
        await createApplication(database.client, { ...input, redirectUris: input.redirectUris ?? [] }),
      ),
    }),
    createApiKey: async (_root, { input }, { database, now }) => {
      const expiresAt = input.expiresAt == null ? null : new Date(input.expiresAt);
      const { stored, text } = await createApiKey(database, { ...input, expiresAt }, now());
      return { apiKey: apiKeyNode(stored), key: text };
    },
    revokeApiKey: async (_root, { input }, { database, now, onKeyRevoked }) => {
      const apiKey = await revokeApiKey(database.client, input.id, now());
      onKeyRevoked?.(apiKey.id);
      return { apiKey: apiKeyNode(apiKey) };
    },
  },
};
