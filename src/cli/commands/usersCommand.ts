import { Command } from 'commander';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { jsonOption } from '../arguments/jsonOption.ts';
import { connect } from '../client/connect.ts';
import { formatTable } from '../terminal/formatTable.ts';
import { printJson, printText } from '../terminal/output.ts';
import { readPassword } from '../terminal/readPassword.ts';

const createUser = graphql(`
  mutation CreateUser($input: CreateUserInput!) {
    createUser(input: $input) {
      user {
        name
        createdAt
      }
    }
  }
`);

const changePassword = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) {
      user {
        name
      }
    }
  }
`);

const disableUser = graphql(`
  mutation DisableUser($input: UserInput!) {
    disableUser(input: $input) {
      user {
        name
        disabledAt
      }
    }
  }
`);

const enableUser = graphql(`
  mutation EnableUser($input: UserInput!) {
    enableUser(input: $input) {
      user {
        name
        disabledAt
      }
    }
  }
`);

const listUsers = graphql(`
  query ListUsers($after: String) {
    users(first: 100, after: $after) {
      nodes {
        name
        createdAt
        disabledAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

type ListedUser = ResultOf<typeof listUsers>['users']['nodes'][number];

interface UserOptions {
  readonly json?: true;
}

/** `catalog users create|password|list|disable|enable` */
export function usersCommand(): Command {
  return new Command('users')
    .description('The people who sign in at the embedded issuer')
    .addCommand(
      named('create', 'Let a person sign in; the password is asked for, or read from standard input').action(
        async (name: string, { json }: UserOptions) => {
          const client = await connect();
          const input = { name, password: await readPassword(name) };
          const { user } = (await client.run(createUser, { input })).createUser;
          return json ? printJson(user) : printText(`${user.name} can sign in.`);
        },
      ),
    )
    .addCommand(
      named('password', 'Give a person another password, asked for or read from standard input').action(
        async (name: string, { json }: UserOptions) => {
          const client = await connect();
          const input = { name, password: await readPassword(name) };
          const { user } = (await client.run(changePassword, { input })).changePassword;
          return json
            ? printJson(user)
            : printText(`${user.name} has another password; who was signed in signs in anew.`);
        },
      ),
    )
    .addCommand(listCommand())
    .addCommand(
      named(
        'disable',
        'Shut a person out: no sign-in; sessions and tokens end for good, access tokens within 5 seconds',
      ).action(async (name: string, { json }: UserOptions) => {
        const { user } = (await (await connect()).run(disableUser, { input: { name } })).disableUser;
        return json
          ? printJson(user)
          : printText(`${user.name} is shut out; what was issued before has ended, keys and subscriptions rest.`);
      }),
    )
    .addCommand(
      named('enable', 'Let a person in again, who signs in anew').action(
        async (name: string, { json }: UserOptions) => {
          const { user } = (await (await connect()).run(enableUser, { input: { name } })).enableUser;
          return json ? printJson(user) : printText(`${user.name} can sign in again.`);
        },
      ),
    );
}

function named(command: string, description: string): Command {
  return new Command(command)
    .description(description)
    .argument('<name>', 'what the person types, also the sub of the access tokens, e.g. ann')
    .addOption(jsonOption());
}

function listCommand(): Command {
  return new Command('list')
    .description('List the users by name')
    .addOption(jsonOption())
    .action(async ({ json }: UserOptions) => {
      const client = await connect();
      const items: ListedUser[] = [];
      let after: string | null = null;
      do {
        const { users }: ResultOf<typeof listUsers> = await client.run(listUsers, { after });
        items.push(...users.nodes);
        after = users.pageInfo.hasNextPage ? users.pageInfo.endCursor : null;
      } while (after !== null);
      if (json) return printJson({ items });
      const rows = items.map(({ name, disabledAt }) => [
        name,
        disabledAt === null ? 'can sign in' : `disabled ${disabledAt}`,
      ]);
      return printText(formatTable(['NAME', 'STATE'], rows));
    });
}
