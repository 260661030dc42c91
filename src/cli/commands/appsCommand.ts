import { Command } from 'commander';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { visibleLine } from '../../visibleText.ts';
import { jsonOption } from '../arguments/jsonOption.ts';
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
        redirectUris
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

type ListedApplication = ResultOf<typeof listApplications>['applications']['nodes'][number];

interface CreateOptions {
  readonly name: string;
  readonly owner: string;
  readonly redirectUri?: readonly string[];
  readonly json?: true;
}

/** `catalog apps create|list` */
export function appsCommand(): Command {
  return new Command('apps')
    .description('Register the programs that call the public interface')
    .addCommand(createCommand())
    .addCommand(listCommand());
}

function createCommand(): Command {
  return new Command('create')
    .description('Register an application')
    .requiredOption('--name <name>', 'what people call it')
    .requiredOption('--owner <user>', "the user it belongs to: the sub of that user's access tokens")
    .option('--redirect-uri <url...>', 'where the embedded issuer may send a user back to after signing in')
    .addOption(jsonOption())
    .action(async ({ name, owner, redirectUri = [], json }: CreateOptions) => {
      const input = { name, owner, redirectUris: [...redirectUri] };
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
      const rows = items.map((application) => [application.id, application.owner, application.name]);
      return printText(formatTable(['ID', 'OWNER', 'NAME'], rows));
    });
}
