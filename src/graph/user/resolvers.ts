import { requirePerson, requireTool } from '../application/applicationOwner.ts';
import { EMBEDDED_ISSUER } from '../caller/issuerName.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { CatalogError } from '../model/errors.ts';
import type { Viewer } from '../model/viewer.ts';
import { readPage } from '../reading/readPage.ts';
import { accountSessions, endAccountSession, type Person } from './accountSessions.ts';
import { acceptInvitation, invitedName, inviteUser, noInvitationPage } from './invitations.ts';
import { issueToken, noIssuer } from './issueToken.ts';
import { requireOwnPassword } from './ownPassword.ts';
import { endOfSecond, revokeToken, revokeUserTokens } from './revocations.ts';
import { changePassword, checkUserName, createUser, setPermission, userNode } from './users.ts';

const BY_NAME = { kind: 'user.name', key: 'name', type: 'text', direction: 'asc' } as const;

export const userResolvers: Resolvers = {
  Query: {
    users: (_root, page, { database, viewer }) => {
      requireTool(viewer);
      return readPage(BY_NAME, page, async (slice) => (await database.client.user.findMany(slice)).map(userNode));
    },
    user: async (_root, { name }, { database, viewer }) => {
      requireTool(viewer);
      checkUserName(name);
      const user = await database.client.user.findUnique({ where: { name } });
      return user && userNode(user);
    },
    account: async (_root, _args, { database, issuer, viewer }) => {
      const person = personOf(viewer, issuer);
      const isHere = person.issuer === EMBEDDED_ISSUER;
      const user = isHere && (await database.client.user.findUnique({ where: { name: person.subject } }));
      return { name: person.subject, hasPassword: Boolean(user), sessions: await accountSessions(database, person) };
    },
    invitedName: (_root, { invitation }, { database, now }) => invitedName(database, invitation, now()),
  },
  Mutation: {
    createUser: async (_root, { input }, { database, viewer }) => {
      requireTool(viewer);
      return { user: userNode(await createUser(database.client, input.name, input.password)) };
    },
    changePassword: async (_root, { input }, context) => {
      const { database, now, viewer } = context;
      const replaced =
        viewer.kind === 'tool' ? null : await requireOwnPassword(context, input.name, input.current ?? '');
      const { user, notBefore } = await changePassword(database, { ...input, replaced }, now);
      await endOfSecond(notBefore, now);
      return { user: userNode(user) };
    },
    grantPermission: async (_root, { input }, { database, viewer }) => {
      requireTool(viewer);
      return { user: userNode(await setPermission(database.client, input, true)) };
    },
    revokePermission: async (_root, { input }, { database, viewer }) => {
      requireTool(viewer);
      return { user: userNode(await setPermission(database.client, input, false)) };
    },
    inviteUser: async (_root, { input }, { database, invitations, now, tokenIssuer, viewer }) => {
      requireTool(viewer);
      if (tokenIssuer === null) throw noIssuer();
      if (invitations?.kind !== 'served') throw noInvitationPage(invitations?.remedy ?? 'run the whole service');
      const { path, expiresAt } = await inviteUser(database.client, input.name, now());
      return { name: input.name, path, origin: invitations.origin, expiresAt: expiresAt.toISOString() };
    },
    acceptInvitation: async (_root, { input }, { database, now, quotas, tokenIssuer }) => {
      if (tokenIssuer === null) throw noIssuer();
      return { user: userNode(await acceptInvitation({ database, quotas }, input, now())) };
    },
    endAccountSession: async (_root, { input }, { database, issuer, viewer }) => {
      return { isEnded: await endAccountSession(database, personOf(viewer, issuer), input.id) };
    },
    revokeUserTokens: async (_root, { input }, { database, issuer, now, viewer }) => {
      requireTool(viewer);
      const notBefore = await revokeUserTokens(database.client, trustedIssuer(issuer), input.user, now());
      await endOfSecond(notBefore, now);
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

/** @throws CatalogError human_user_required, conflict */
function personOf(viewer: Viewer, issuer: string | null | undefined): Person {
  const subject = requirePerson(viewer, 'Accounts are');
  return { issuer: trustedIssuer(issuer), subject };
}

/** The issuer whose tokens are accepted. @throws CatalogError conflict without one */
function trustedIssuer(issuer: string | null | undefined): string {
  if (issuer != null) return issuer;
  throw new CatalogError(
    'conflict',
    'No access tokens are taken here: there is neither OAUTH_ISSUER nor the embedded issuer.',
  );
}
