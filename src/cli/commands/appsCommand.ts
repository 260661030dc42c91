import { Command, Option } from 'commander';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { visibleLine } from '../../visibleText.ts';
import { jsonOption } from '../arguments/jsonOption.ts';
import { uuidArgument } from '../arguments/uuidArgument.ts';
import { connect } from '../client/connect.ts';
import { formatTable } from '../terminal/formatTable.ts';
import { printJson, printText } from '../terminal/output.ts';

const createApplication = graphql(`
  mutation CreateApplication($input: CreateApplicationInput!) {
    createApplication(input: $input) {
      application {
        id
        name
        owner
        redirectUris
      }
    }
  }
`);

const listApplications = graphql(`
  query ListApplications($owner: String, $after: String) {
    applications(owner: $owner, first: 100, after: $after) {
      nodes {
        id
        name
        owner
        ownerIssuer
        redirectUris
        createdAt
        disabledAt
        restReason
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

type ListedApplication = ResultOf<typeof listApplications>['applications']['nodes'][number];

const renameApplication = graphql(`
  mutation RenameApplication($input: RenameApplicationInput!) {
    changed: renameApplication(input: $input) {
      application {
        id
        name
        owner
        redirectUris
        disabledAt
      }
    }
  }
`);

const transferApplication = graphql(`
  mutation TransferApplication($input: TransferApplicationInput!) {
    changed: transferApplication(input: $input) {
      application {
        id
        name
        owner
        redirectUris
        disabledAt
      }
    }
  }
`);

const setRedirectUris = graphql(`
  mutation SetRedirectUris($input: SetRedirectUrisInput!) {
    changed: setRedirectUris(input: $input) {
      application {
        id
        name
        owner
        redirectUris
        disabledAt
      }
    }
  }
`);

const disableApplication = graphql(`
  mutation DisableApplication($input: ApplicationInput!) {
    changed: disableApplication(input: $input) {
      application {
        id
        name
        owner
        redirectUris
        disabledAt
      }
    }
  }
`);

const enableApplication = graphql(`
  mutation EnableApplication($input: ApplicationInput!) {
    changed: enableApplication(input: $input) {
      application {
        id
        name
        owner
        redirectUris
        disabledAt
      }
    }
  }
`);

const deleteApplication = graphql(`
  mutation DeleteApplication($input: ApplicationInput!) {
    deleteApplication(input: $input) {
      id
    }
  }
`);

type ChangedApplication = ResultOf<typeof renameApplication>['changed']['application'];

interface JsonOption {
  readonly json?: true;
}

interface CreateOptions {
  readonly name: string;
  readonly owner: string;
  readonly external?: true;
  readonly redirectUri?: readonly string[];
  readonly json?: true;
}

/** `catalog apps create|list|rename|transfer|redirect|disable|enable|delete` */
export function appsCommand(): Command {
  return new Command('apps')
    .description('Register the programs that call the public interface')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(
      ofApplication('rename', 'Give an application another name')
        .requiredOption('--name <name>', 'what people call it')
        .action(async (id: string, { name, json }: JsonOption & { name: string }) => {
          const { changed } = await (await connect()).run(renameApplication, { input: { id, name } });
          return printChanged(changed.application, json, ({ name }) => `The application is called ${name} now.`);
        }),
    )
    .addCommand(
      ofApplication('transfer', 'Give an application, with its keys and subscriptions, to another user')
        .requiredOption('--owner <user>', "the new owner: the sub of that user's access tokens")
        .addOption(externalOption())
        .action(async (id: string, { owner, external, json }: JsonOption & { owner: string; external?: true }) => {
          const input = { id, owner, requireAccount: external !== true };
          const { changed } = await (await connect()).run(transferApplication, { input });
          return printChanged(changed.application, json, ({ name, owner }) => `${name} belongs to ${owner} now.`);
        }),
    )
    .addCommand(
      ofApplication('redirect', 'Replace where the embedded issuer may send a user back to')
        .option('--redirect-uri <url...>', 'all that there are from now on; none: nobody signs in through it')
        .action(async (id: string, { redirectUri = [], json }: JsonOption & { redirectUri?: readonly string[] }) => {
          const input = { id, redirectUris: [...redirectUri] };
          const { changed } = await (await connect()).run(setRedirectUris, { input });
          return printChanged(changed.application, json, ({ name, redirectUris }) =>
            redirectUris.length === 0
              ? `Nobody signs in through ${name} any more.`
              : `${name} has its users sent to ${redirectUris.join(', ')}.`,
          );
        }),
    )
    .addCommand(
      ofApplication(
        'disable',
        'Let an application rest: its keys are refused, its subscriptions are sent nothing',
      ).action(async (id: string, { json }: JsonOption) => {
        const { changed } = await (await connect()).run(disableApplication, { input: { id } });
        return printChanged(changed.application, json, ({ name }) => `${name} rests.`);
      }),
    )
    .addCommand(
      ofApplication('enable', 'End the rest of an application').action(async (id: string, { json }: JsonOption) => {
        const { changed } = await (await connect()).run(enableApplication, { input: { id } });
        return printChanged(changed.application, json, ({ name }) => `${name} is enabled.`);
      }),
    )
    .addCommand(
      ofApplication('delete', 'End an application for good, with its keys and subscriptions').action(
        async (id: string, { json }: JsonOption) => {
          const deleted = (await (await connect()).run(deleteApplication, { input: { id } })).deleteApplication;
          return json ? printJson(deleted) : printText(`The application ${deleted.id} is gone; its keys have ended.`);
        },
      ),
    );
}

function ofApplication(command: string, description: string): Command {
  return new Command(command)
    .description(description)
    .argument('<id>', 'the application', uuidArgument)
    .addOption(jsonOption());
}

function externalOption(): Option {
  return new Option(
    '--external',
    'the owner has no account here: a user of OAUTH_ISSUER, or a sub that tokens are issued for',
  );
}

function printChanged(
  application: ChangedApplication,
  json: true | undefined,
  text: (application: ChangedApplication) => string,
) {
  return json ? printJson(application) : printText(text(application));
}

function createCommand(): Command {
  return new Command('create')
    .description('Register an application')
    .requiredOption('--name <name>', 'what people call it')
    .requiredOption('--owner <user>', "the user it belongs to: the sub of that user's access tokens")
    .addOption(externalOption())
    .option('--redirect-uri <url...>', 'where the embedded issuer may send a user back to after signing in')
    .addOption(jsonOption())
    .action(async ({ name, owner, external, redirectUri = [], json }: CreateOptions) => {
      const input = { name, owner, redirectUris: [...redirectUri], requireAccount: external !== true };
      const { application } = (await (await connect()).run(createApplication, { input })).createApplication;
      if (json) return printJson(application);
      return printText(
        `Registered ${visibleLine(application.name)} of ${application.owner}: ${application.id}\nIts first key: catalog keys create --app ${application.id} --scope anime.read search.read`,
      );
    });
}

function listCommand(): Command {
  return new Command('list')
    .description('List the applications, oldest first')
    .option('--owner <user>', 'those of one user')
    .addOption(jsonOption())
    .action(async ({ owner, json }: { owner?: string; json?: true }) => {
      const client = await connect();
      const items: ListedApplication[] = [];
      let after: string | null = null;
      do {
        const page: ResultOf<typeof listApplications> = await client.run(listApplications, {
          owner: owner ?? null,
          after,
        });
        items.push(...page.applications.nodes);
        after = page.applications.pageInfo.hasNextPage ? page.applications.pageInfo.endCursor : null;
      } while (after !== null);
      if (json) return printJson({ items });
      const rows = items.map(({ id, owner, restReason, name }) => [
        id,
        owner,
        restReason === null ? 'works' : 'rests',
        name,
      ]);
      return printText(formatTable(['ID', 'OWNER', 'STATE', 'NAME'], rows));
    });
}
