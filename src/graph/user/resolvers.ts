import { requirePerson, requireTool } from '../application/applicationOwner.ts';
import { OWN_ISSUER } from '../caller/issuerName.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { CatalogError } from '../model/errors.ts';
import type { Viewer } from '../model/viewer.ts';
import { readPage } from '../reading/keyset.ts';
import { accessTokenNode, accessTokens, issueToken } from './accessTokens.ts';
import { accountSessions, endAccountSession, type Person } from './accountSessions.ts';
import { acceptInvitation, invitedName, inviteUser, noInvitationPage } from './invitations.ts';
import { requireOwnPassword } from './ownPassword.ts';
import { endOfSecond, revokeToken, revokeUserTokens } from './revocations.ts';
import { changePassword, checkUserName, createUser, setPermission, userNode } from './users.ts';

const BY_NAME = { kind: 'user.name', columns: [{ field: 'name', type: 'text', direction: 'asc' }] } as const;

export const userResolvers: Resolvers = {
  Query: {
    users: (_root, page, { database }) =>
      readPage(BY_NAME, page, async ({ where, orderBy, take }) =>
        (await database.client.user.findMany({ where, orderBy, take })).map(userNode),
      ),
    user: async (_root, { name }, { database }) => {
      checkUserName(name);
      const user = await database.client.user.findUnique({ where: { name } });
      return user && userNode(user);
    },
    account: async (_root, _args, { database, issuer, now, viewer }) => {
      const person = personOf(viewer, issuer);
      const isHere = person.issuer === OWN_ISSUER;
      return {
        name: person.subject,
        hasPassword: isHere,
        sessions: await accountSessions(database, person),
        tokens: isHere ? await accessTokens(database, person.subject, now()) : null,
      };
    },
    invitedName: (_root, { invitation }, { database, now }) => invitedName(database, invitation, now()),
  },
  Mutation: {
    createUser: async (_root, { input }, { database }) => ({
      user: userNode(await createUser(database.client, input.name, input.password)),
    }),
    changePassword: async (_root, { input }, context) => {
      const { database, viewer } = context;
      const replaced =
        viewer.kind === 'tool' ? null : await requireOwnPassword(context, input.name, input.current ?? '');
      return { user: userNode(await changePassword(database, { ...input, replaced })) };
    },
    grantPermission: async (_root, { input }, { database }) => ({
      user: userNode(await setPermission(database.client, input, true)),
    }),
    revokePermission: async (_root, { input }, { database }) => ({
      user: userNode(await setPermission(database.client, input, false)),
    }),
    inviteUser: async (_root, { input }, { database, invitations, now, tokenIssuer }) => {
      if (tokenIssuer === null) throw noIssuer();
      const place = invitations?.() ?? { kind: 'missing', remedy: 'run the whole service' };
      if (place.kind === 'missing') throw noInvitationPage(place.remedy);
      const { path, expiresAt } = await inviteUser(database.client, input.name, now());
      return { name: input.name, path, origin: place.origin, expiresAt: expiresAt.toISOString() };
    },
    acceptInvitation: async (_root, { input }, { database, now, tokenIssuer }) => {
      if (tokenIssuer === null) throw noIssuer();
      return { user: userNode(await acceptInvitation(database, input, now())) };
    },
    endAccountSession: async (_root, { input }, { database, issuer, viewer }) => {
      return { isEnded: await endAccountSession(database, personOf(viewer, issuer), input.id) };
    },
    revokeUserTokens: async (_root, { input }, { database, issuer, now, viewer }) => {
      // For a person who signs in again at once, her issuer's clock is taken to be right.
      const notBefore = await revokeUserTokens(
        database,
        issuer,
        input.user,
        now(),
        viewer.kind === 'tool' ? undefined : 0,
      );
      if (issuer !== OWN_ISSUER) await endOfSecond(notBefore, now);
      return { notBefore: notBefore.toISOString() };
    },
    revokeToken: async (_root, { input }, { database, issuer, now, viewer }) => {
      const owner = viewer.kind === 'user' ? viewer.subject : null;
      // Of another issuer's tokens it is not known whose they are.
      if (issuer !== OWN_ISSUER) requireTool(viewer);
      const revokedAt = await revokeToken(database.client, { issuer, jti: input.jti, owner }, now());
      return { revokedAt: revokedAt.toISOString() };
    },
    issueToken: async (_root, { input }, context) => {
      const { tokenIssuer } = context;
      if (tokenIssuer === null) throw noIssuer();
      const request = { ...input, ttlSeconds: input.ttlSeconds ?? 3600 };
      const { token, stored } = await issueToken(context, tokenIssuer, request);
      const { id, expiresAt } = accessTokenNode(stored);
      return { token, id, expiresAt };
    },
    rotateSigningKey: async (_root, { input }, { tokenIssuer }) => {
      if (tokenIssuer === null) throw noIssuer();
      return tokenIssuer.rotateKey({ withdrawing: input?.now ?? false });
    },
  },
};

/** @throws CatalogError human_user_required */
function personOf(viewer: Viewer, issuer: string): Person {
  return { issuer, subject: requirePerson(viewer, 'Accounts are') };
}

/** The refusal where people sign in elsewhere. */
function noIssuer(): CatalogError {
  return new CatalogError(
    'conflict',
    'People sign in at OAUTH_ISSUER, which keeps their accounts and issues their tokens.',
  );
}
