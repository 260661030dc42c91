import { Argument, Command } from 'commander';
import { PERMISSIONS } from '../../graph/model/permissions.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { answering, listAnswer } from '../answer.ts';
import { allNodes } from '../client/allNodes.ts';
import { ask, connect } from '../client/graphClient.ts';
import { readPublicAddress } from '../client/publicAddress.ts';
import { CommandFailure } from '../failures.ts';
import { readPassword } from '../terminal/prompt.ts';

const createUser = graphql(`
  mutation CreateUser($input: CreateUserInput!) {
    createUser(input: $input) {
      user { name createdAt }
    }
  }
`);

const changePassword = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) {
      user { name }
    }
  }
`);

const disableUser = graphql(`
  mutation DisableUser($input: UserInput!) {
    disableUser(input: $input) {
      user { name disabledAt }
    }
  }
`);

const enableUser = graphql(`
  mutation EnableUser($input: UserInput!) {
    enableUser(input: $input) {
      user { name disabledAt }
    }
  }
`);

const inviteUser = graphql(`
  mutation InviteUser($input: InviteUserInput!) {
    inviteUser(input: $input) { name path origin expiresAt }
  }
`);

const grantPermission = graphql(`
  mutation GrantPermission($input: PermissionInput!) {
    grantPermission(input: $input) {
      user { name permissions }
    }
  }
`);

const revokePermission = graphql(`
  mutation RevokePermission($input: PermissionInput!) {
    revokePermission(input: $input) {
      user { name permissions }
    }
  }
`);

const listUsers = graphql(`
  query ListUsers($after: String) {
    users(first: 100, after: $after) {
      nodes { name createdAt disabledAt permissions }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const findUser = graphql(`
  query FindUser($name: String!) {
    user(name: $name) { name }
  }
`);

/** `catalog users create|invite|password|grant|revoke|list|disable|enable` */
export function usersCommand(): Command {
  return new Command('users')
    .description('The people who sign in at the embedded issuer')
    .addCommand(
      answering(
        named('create', 'Let a person sign in; the password is asked for, or read from standard input'),
        async (name: string) => {
          const client = await connect();
          const { user: taken } = await client.run(findUser, { name });
          if (taken !== null) throw new CommandFailure('conflict', `there is a user ${name} already`);
          const input = { name, password: await readPassword(name) };
          const { user } = (await client.run(createUser, { input })).createUser;
          return { json: user, text: `${user.name} can sign in.` };
        },
      ),
    )
    .addCommand(
      answering(
        named('invite', 'Print a link where a person sets her own password, once, within 24 hours'),
        async (name: string) => {
          const { path, origin, expiresAt } = (await ask(inviteUser, { input: { name } })).inviteUser;
          const url = (origin ?? readPublicAddress(process.env)) + path;
          return {
            json: { name, url, expiresAt },
            text: url,
            note: `It makes the account ${name}, once, until ${expiresAt}: give it to nobody else.`,
          };
        },
      ),
    )
    .addCommand(
      answering(
        named('password', 'Give a person another password, asked for or read from standard input'),
        async (name: string) => {
          const client = await connect();
          const { user: known } = await client.run(findUser, { name });
          if (known === null) throw new CommandFailure('not_found', `there is no user ${name}`);
          const input = { name, password: await readPassword(name) };
          const { user } = (await client.run(changePassword, { input })).changePassword;
          return { json: user, text: `${user.name} has another password; their sessions have ended.` };
        },
      ),
    )
    .addCommand(
      answering(
        permitting('grant', 'Permit a person something: catalog.review lets her sign in to the desk'),
        async (name: string, permission: string) => {
          const { user } = (await ask(grantPermission, { input: { name, permission } })).grantPermission;
          return { json: user, text: `${user.name} has ${permission}.` };
        },
      ),
    )
    .addCommand(
      answering(
        permitting('revoke', 'Take a permission back; what it opened closes within 5 seconds'),
        async (name: string, permission: string) => {
          const { user } = (await ask(revokePermission, { input: { name, permission } })).revokePermission;
          return { json: user, text: `${user.name} has ${permission} no more.` };
        },
      ),
    )
    .addCommand(
      answering(new Command('list').description('List the users by name'), async () => {
        const client = await connect();
        const items = await allNodes(async (after) => (await client.run(listUsers, { after })).users);
        return listAnswer(items, [
          ['NAME', ({ name }) => name],
          ['STATE', ({ disabledAt }) => (disabledAt === null ? 'can sign in' : `disabled ${disabledAt}`)],
          ['PERMISSIONS', ({ permissions }) => permissions.join(' ')],
        ]);
      }),
    )
    .addCommand(
      answering(
        named(
          'disable',
          'Shut a person out: no sign-in; sessions and tokens end for good, access tokens within 5 seconds',
        ),
        async (name: string) => {
          const { user } = (await ask(disableUser, { input: { name } })).disableUser;
          const text = `${user.name} is shut out; what was issued before has ended, keys and webhooks rest.`;
          return { json: user, text };
        },
      ),
    )
    .addCommand(
      answering(named('enable', 'Let a person sign in again'), async (name: string) => {
        const { user } = (await ask(enableUser, { input: { name } })).enableUser;
        return { json: user, text: `${user.name} can sign in again.` };
      }),
    );
}

function permitting(command: string, description: string): Command {
  return named(command, description).addArgument(new Argument('<permission>', 'what they may do').choices(PERMISSIONS));
}

function named(command: string, description: string): Command {
  return new Command(command)
    .description(description)
    .argument('<name>', 'the name for signing in, also the sub of the access tokens, e.g. ann');
}
