import { PERMISSIONS } from '../../graph/model/permissions.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { connect, type GraphClient } from '../client/graphClient.ts';
import { argument, choiceArgument, flag } from '../command/parameters.ts';
import { changing, listing, type Noun, working } from '../command/row.ts';
import { CommandFailure } from '../failures.ts';
import { readPassword } from '../terminal/prompt.ts';

const person = {
  name: argument('<name>', 'the name for signing in, also the sub of the access tokens, e.g. ann'),
};

const permitting = { ...person, permission: choiceArgument('<permission>', 'what they may do', PERMISSIONS) };

const createUser = graphql(`
  mutation CreateUser($input: CreateUserInput!) { createUser(input: $input) { user { name createdAt } } }
`);

const changePassword = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) { user { name } } }
`);

const findUser = graphql(`
  query FindUser($name: String!) { user(name: $name) { name } }
`);

/** `catalog users …` */
export const users: Noun = {
  name: 'users',
  about: 'Manage the people who sign in here (without OAUTH_ISSUER)',
  commands: [
    working({
      name: 'create',
      about: 'Let a person sign in; the password is asked for, or read from standard input',
      example: 'ann',
      parameters: person,
      async run({ name }) {
        const client = await connect();
        if (await isThere(client, name)) throw new CommandFailure('conflict', `there is a user ${name} already`);
        const input = { name, password: await readPassword(name) };
        const { user } = (await client.run(createUser, { input })).createUser;
        return { json: user, text: `${user.name} can sign in.` };
      },
    }),
    changing({
      name: 'invite',
      about: 'Print a link where a person sets a password, once, within 24 hours',
      example: 'ann',
      parameters: person,
      operation: graphql(`
        mutation InviteUser($input: InviteUserInput!) { inviteUser(input: $input) { name path origin expiresAt } }
      `),
      answer: ({ inviteUser: { path, origin, expiresAt } }, { name }) => {
        const url = origin + path;
        const note = `One-time invitation for ${name}, valid until ${expiresAt}.`;
        return { json: { name, url, expiresAt }, text: url, note };
      },
    }),
    working({
      name: 'password',
      about: "Change a person's password, asked for or read from standard input",
      example: 'ann',
      parameters: person,
      async run({ name }) {
        const client = await connect();
        if (!(await isThere(client, name))) throw new CommandFailure('not_found', `there is no user ${name}`);
        const input = { name, password: await readPassword(name) };
        const { user } = (await client.run(changePassword, { input })).changePassword;
        return { json: user, text: `${user.name} has a new password; their sessions and access tokens have ended.` };
      },
    }),
    changing({
      name: 'grant',
      about: 'Grant a permission: catalog.review opens the desk',
      example: 'ann catalog.review',
      parameters: permitting,
      operation: graphql(`
        mutation GrantPermission($input: PermissionInput!) {
          grantPermission(input: $input) { user { name permissions } }
        }
      `),
      answer: ({ grantPermission: { user } }, { permission }) => ({
        json: user,
        text: `${user.name} has ${permission}.`,
      }),
    }),
    changing({
      name: 'revoke',
      about: 'Take a permission back; what it opened closes within 5 seconds',
      example: 'ann catalog.review',
      parameters: permitting,
      operation: graphql(`
        mutation RevokePermission($input: PermissionInput!) {
          revokePermission(input: $input) { user { name permissions } }
        }
      `),
      answer: ({ revokePermission: { user } }, { permission }) => ({
        json: user,
        text: `${user.name} no longer has ${permission}.`,
      }),
    }),
    listing({
      name: 'list',
      about: 'List the users by name',
      example: '',
      operation: graphql(`
        query ListUsers($after: String) {
          users(first: 100, after: $after) {
            nodes { name createdAt disabledAt permissions }
            pageInfo { hasNextPage endCursor }
          }
        }
      `),
      variables: (_, after) => ({ after }),
      items: ({ users }) => users,
      columns: [
        ['NAME', ({ name }) => name],
        ['STATE', ({ disabledAt }) => (disabledAt === null ? 'can sign in' : `disabled ${disabledAt}`)],
        ['PERMISSIONS', ({ permissions }) => permissions.join(' ')],
      ],
    }),
    changing({
      name: 'disable',
      about: 'Disable an account: no sign-in; sessions and access tokens end for good',
      example: 'ann',
      parameters: person,
      operation: graphql(`
        mutation DisableUser($input: UserInput!) { disableUser(input: $input) { user { name disabledAt } } }
      `),
      answer: ({ disableUser: { user } }) => ({
        json: user,
        text: `${user.name} is disabled; sessions and access tokens have ended, keys and webhooks are suspended.`,
      }),
    }),
    changing({
      name: 'enable',
      about: 'Let a person sign in again',
      example: 'ann',
      parameters: person,
      operation: graphql(`
        mutation EnableUser($input: UserInput!) { enableUser(input: $input) { user { name disabledAt } } }
      `),
      answer: ({ enableUser: { user } }) => ({ json: user, text: `${user.name} can sign in again.` }),
    }),
    changing({
      name: 'remove',
      about: 'Delete an account for good; fails, and names its applications, while it has any',
      example: 'ann',
      parameters: {
        ...person,
        withApplications: flag('--with-applications', 'delete their applications too, with keys and webhooks'),
      },
      operation: graphql(`
        mutation DeleteUser($input: DeleteUserInput!) { deleteUser(input: $input) { name } }
      `),
      answer: ({ deleteUser }) => ({ json: deleteUser, text: `Deleted the account ${deleteUser.name}.` }),
    }),
  ],
};

async function isThere(client: GraphClient, name: string): Promise<boolean> {
  return (await client.run(findUser, { name })).user !== null;
}
