import type { User } from '../../database/generated/client.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { decodeCursor, encodeCursor } from '../reading/cursor.ts';
import { checkPageSize } from '../reading/pageSize.ts';
import { issueToken, noIssuer } from './issueToken.ts';
import { changePassword, createUser, setUserDisabled } from './users.ts';

const CURSOR = 'user.name';

export const userResolvers: Resolvers = {
  Query: {
    users: async (_root, { first, after }, { database }) => {
      const size = checkPageSize(first);
      const [last] = after == null ? [] : decodeCursor(after, CURSOR, ['text']);
      const rows = await database.client.user.findMany({
        where: last === undefined ? {} : { name: { gt: last } },
        orderBy: { name: 'asc' },
        take: size + 1,
      });
      const page = rows.slice(0, size);
      const end = page.at(-1);
      return {
        nodes: page.map(userNode),
        pageInfo: {
          hasNextPage: rows.length > size,
          endCursor: end === undefined ? null : encodeCursor(CURSOR, [end.name]),
        },
      };
    },
  },
  Mutation: {
    createUser: async (_root, { input }, { database }) => ({
      user: userNode(await createUser(database.client, input.name, input.password)),
    }),
    changePassword: async (_root, { input }, { database }) => ({
      user: userNode(await changePassword(database.client, input.name, input.password)),
    }),
    disableUser: async (_root, { input }, { database, now }) => ({
      user: userNode(await setUserDisabled(database.client, input.name, now())),
    }),
    enableUser: async (_root, { input }, { database }) => ({
      user: userNode(await setUserDisabled(database.client, input.name, null)),
    }),
    issueToken: async (_root, { input }, { database, tokenIssuer }) => {
      const request = { ...input, ttlSeconds: input.ttlSeconds ?? 3600 };
      const { token, expiresAt } = await issueToken(database.client, tokenIssuer, request);
      return { token, expiresAt: expiresAt.toISOString() };
    },
    rotateSigningKey: async (_root, _arguments, { tokenIssuer }) => {
      if (tokenIssuer === null) throw noIssuer();
      return tokenIssuer.rotateKey();
    },
  },
};

/** A stored user as the graph shows it: never the password's hash. */
function userNode({ name, createdAt, disabledAt }: User) {
  return { name, createdAt: createdAt.toISOString(), disabledAt: disabledAt?.toISOString() ?? null };
}
