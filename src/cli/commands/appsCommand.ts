import { Command, Option } from 'commander';
import { KEY_SCOPES } from '../../graph/model/scopes.ts';
import type { ResultOf } from '../../graph/schema/operation.ts';
import { visibleLine } from '../../visibleText.ts';
import { type Answer, answering, listAnswer } from '../answer.ts';
import { idArgument } from '../arguments.ts';
import { allNodes } from '../client/allNodes.ts';
import { ask, connect } from '../client/graphClient.ts';
import { CommandFailure } from '../failures.ts';
import * as operations from './applicationOperations.ts';

/** `catalog apps create|list|quota|rename|transfer|redirect|disable|enable|delete` */
export function appsCommand(): Command {
  return new Command('apps')
    .description('Register the programs that call the public interface')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(
      answering(
        ofApplication('quota', 'Say what is left of the quota that the keys of an application share'),
        async (id: string) => {
          const { application } = await ask(operations.readQuota, { id });
          if (application === null) throw new CommandFailure('not_found', `there is no application ${id}`);
          return { json: application, text: quotaText(application) };
        },
      ),
    )
    .addCommand(
      answering(
        ofApplication('rename', 'Give an application another name').requiredOption('--name <name>', 'its display name'),
        async (id: string, { name }: { name: string }) =>
          changed(
            await ask(operations.updateApplication, { input: { id, name } }),
            ({ name }) => `The application is called ${name} now.`,
          ),
      ),
    )
    .addCommand(
      answering(
        ofApplication('transfer', 'Give an application, with its keys and webhooks, to another user')
          .requiredOption('--owner <user>', "the new owner: the sub of that user's access tokens")
          .addOption(externalOption()),
        async (id: string, { owner, external }: { owner: string; external?: true }) => {
          const input = { id, owner, requireAccount: external !== true };
          return changed(
            await ask(operations.transferApplication, { input }),
            ({ name, owner }) => `${name} belongs to ${owner} now.`,
          );
        },
      ),
    )
    .addCommand(
      answering(
        ofApplication('redirect', 'Replace the redirect URIs of an application').option(
          '--redirect-uri <url...>',
          'all that there are from now on; none: nobody signs in through it',
        ),
        async (id: string, { redirectUri = [] }: { redirectUri?: string[] }) =>
          changed(
            await ask(operations.updateApplication, { input: { id, redirectUris: redirectUri } }),
            ({ name, redirectUris }) =>
              redirectUris.length === 0
                ? `Nobody signs in through ${name} any more.`
                : `${name} has its users sent to ${redirectUris.join(', ')}.`,
          ),
      ),
    )
    .addCommand(
      answering(
        ofApplication('disable', 'Let an application rest: its keys are refused, its webhooks are sent nothing'),
        async (id: string) =>
          changed(await ask(operations.disableApplication, { input: { id } }), ({ name }) => `${name} rests.`),
      ),
    )
    .addCommand(
      answering(ofApplication('enable', 'End the rest of an application'), async (id: string) =>
        changed(await ask(operations.enableApplication, { input: { id } }), ({ name }) => `${name} is enabled.`),
      ),
    )
    .addCommand(
      answering(
        ofApplication('delete', 'End an application for good, with its keys and webhooks'),
        async (id: string) => {
          const { deleteApplication: json } = await ask(operations.deleteApplication, { input: { id } });
          return { json, text: `The application ${json.id} is gone; its keys have ended.` };
        },
      ),
    );
}

function ofApplication(command: string, description: string): Command {
  return new Command(command).description(description).argument('<id>', 'the application', idArgument('application'));
}

function quotaText({ name, quota }: NonNullable<ResultOf<typeof operations.readQuota>['application']>): string {
  if (quota === null) return 'The process that answers counts no calls: it runs without the role rest.';
  const { limit, windowSeconds, remaining, resetsAt } = quota;
  return `${visibleLine(name)}: ${remaining} of ${limit} calls in ${windowSeconds} seconds are left; all again at ${resetsAt}.`;
}

function externalOption(): Option {
  return new Option(
    '--external',
    'the owner has no account here: a user of OAUTH_ISSUER, or a sub that tokens are issued for',
  );
}

type Changed = ResultOf<typeof operations.updateApplication>;

function changed(
  { changed: { application } }: Changed,
  text: (application: Changed['changed']['application']) => string,
): Answer {
  return { json: application, text: text(application) };
}

interface CreateOptions {
  readonly name: string;
  readonly owner: string;
  readonly external?: true;
  readonly redirectUri?: string[];
}

function createCommand(): Command {
  return answering(
    new Command('create')
      .description('Register an application')
      .requiredOption('--name <name>', 'its display name')
      .requiredOption('--owner <user>', "the user it belongs to: the sub of that user's access tokens")
      .addOption(externalOption())
      .option('--redirect-uri <url...>', 'where the embedded issuer may redirect a user after sign-in'),
    async ({ name, owner, external, redirectUri = [] }: CreateOptions) => {
      const input = { name, owner, redirectUris: redirectUri, requireAccount: external !== true };
      const { application } = (await ask(operations.createApplication, { input })).createApplication;
      return {
        json: application,
        text: `Registered ${visibleLine(application.name)} of ${application.owner}: ${application.id}\nIts first key: catalog keys create --app ${application.id} --scope ${KEY_SCOPES.join(' ')}`,
      };
    },
  );
}

function listCommand(): Command {
  return answering(
    new Command('list')
      .description('List the applications, oldest first')
      .option('--owner <user>', 'those of one user'),
    async ({ owner = null }: { owner?: string | null }) => {
      const client = await connect();
      const items = await allNodes(
        async (after) => (await client.run(operations.listApplications, { owner, after })).applications,
      );
      return listAnswer(items, [
        ['ID', ({ id }) => id],
        ['OWNER', ({ owner }) => owner],
        ['STATE', ({ restReason }) => (restReason === null ? 'works' : 'rests')],
        ['NAME', ({ name }) => name],
      ]);
    },
  );
}
