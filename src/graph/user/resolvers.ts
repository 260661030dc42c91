import { requireTool } from '../application/applicationOwner.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { CatalogError } from '../model/errors.ts';
import { readPage } from '../reading/readPage.ts';
import { issueToken, noIssuer } from './issueToken.ts';
import { endOfSecond, revokeToken, revokeUserTokens } from './revocations.ts';
import { changePassword, createUser, userNode } from './users.ts';

const BY_NAME = { kind: 'user.name', key: 'name', type: 'text', direction: 'asc' } as const;

export const userResolvers: Resolvers = {
  Query: {
    users: (_root, page, { database, viewer }) => {
      requireTool(viewer);
      return readPage(BY_NAME, page, async (slice) => (await database.client.user.findMany(slice)).map(userNode));
    },
  },
  Mutation: {
    createUser: async (_root, { input }, { database, viewer }) => {
      requireTool(viewer);
      return { user: userNode(await createUser(database.client, input.name, input.password)) };
    },
    changePassword: async (_root, { input }, { database, now, viewer }) => {
      requireTool(viewer);
      const { user, notBefore } = await changePassword(database, input.name, input.password, now);
      await endOfSecond(notBefore);
      return { user: userNode(user) };
    },
    revokeUserTokens: async (_root, { input }, { database, issuer, now, viewer }) => {
      requireTool(viewer);
      const notBefore = await revokeUserTokens(database.client, trustedIssuer(issuer), input.user, now());
      await endOfSecond(notBefore);
      return { notBefore: notBefore.toISOString() };
    },
    revokeToken: async (_root, { input }, { database, issuer, now, viewer }) => {
      requireTool(viewer);
      const revokedAt = await revokeToken(database.client, trustedIssuer(issuer), input.jti, now());
      return { revokedAt: revokedAt.toISOString() };
    },
    issueToken: async (_root, { input }, { database, tokenIssuer, viewer }) => {
      requireTool(viewer);
      const request = { ...input, ttlSeconds: input.ttlSeconds ?? 3600 };
      const { token, expiresAt } = await issueToken(database.client, tokenIssuer, request);
      return { token, expiresAt: expiresAt.toISOString() };
    },
    rotateSigningKey: async (_root, { input }, { tokenIssuer, viewer }) => {
      requireTool(viewer);
      if (tokenIssuer === null) throw noIssuer();
      return tokenIssuer.rotateKey({ withdrawing: input?.now ?? false });
    },
  },
};

/** The issuer whose tokens are accepted. @throws CatalogError conflict without one */
function trustedIssuer(issuer: string | null | undefined): string {
  if (issuer != null) return issuer;
  throw new CatalogError(
    'conflict',
    'No access tokens are taken here: there is neither OAUTH_ISSUER nor the embedded issuer.',
  );
}
