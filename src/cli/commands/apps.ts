import { visibleLine } from '../../base/visibleText.ts';
import { KEY_SCOPES } from '../../graph/model/scopes.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import type { Answer } from '../command/answer.ts';
import { AN_ID, argument, flag, option, parseId, required } from '../command/parameters.ts';
import { asking, changing, listing, type Noun } from '../command/row.ts';

const application = argument('<id>', 'the application', parseId('application'));

const external = flag(
  '--external',
  'the owner has no account here: a user of OAUTH_ISSUER, or a sub that tokens are issued for',
);

const changedApplication = graphql(`
  fragment ChangedApplication on ApplicationPayload { application { id name owner disabledAt } }
`);

const updateApplication = graphql(
  `mutation UpdateApplication($input: UpdateApplicationInput!) {
    changed: updateApplication(input: $input) { ...ChangedApplication }
  }`,
  [changedApplication],
);

type Changed = ResultOf<typeof updateApplication>;

const changed =
  (text: (application: Changed['changed']['application']) => string) =>
  ({ changed: { application } }: Changed): Answer => ({ json: application, text: text(application) });

/** `catalog apps …` */
export const apps: Noun = {
  name: 'apps',
  about: 'Register the programs that call the public API',
  commands: [
    asking({
      name: 'create',
      about: 'Register an application',
      example: "--name 'My mirror' --owner ann",
      parameters: {
        name: required('--name <name>', 'its display name'),
        owner: required('--owner <user>', "the user it belongs to: the sub of that user's access tokens"),
        external,
      },
      operation: graphql(`
        mutation CreateApplication($input: CreateApplicationInput!) {
          createApplication(input: $input) { application { id name owner } }
        }
      `),
      variables: ({ external, ...given }) => ({ input: { ...given, requireAccount: external !== true } }),
      answer: ({ createApplication: { application } }) => ({
        json: application,
        text: `Registered ${visibleLine(application.name)} of ${application.owner}: ${application.id}\nIts first key: catalog keys create --app ${application.id} --scope ${KEY_SCOPES.join(' ')}`,
      }),
    }),
    listing({
      name: 'list',
      about: 'List the applications, oldest first',
      example: '--owner ann',
      parameters: { owner: option('--owner <user>', 'only those of this user') },
      operation: graphql(`
        query ListApplications($owner: String, $after: String) {
          applications(owner: $owner, first: 100, after: $after) {
            nodes { id name owner ownerIssuer createdAt disabledAt suspendedReason }
            pageInfo { hasNextPage endCursor }
          }
        }
      `),
      variables: ({ owner }, after) => ({ owner, after }),
      items: ({ applications }) => applications,
      columns: [
        ['ID', ({ id }) => id],
        ['OWNER', ({ owner }) => owner],
        ['STATE', ({ suspendedReason }) => (suspendedReason === null ? 'works' : 'suspended')],
        ['NAME', ({ name }) => name],
      ],
    }),
    asking({
      name: 'quota',
      about: 'Show what is left of the quota of an application',
      example: AN_ID,
      parameters: { id: application },
      operation: graphql(`
        query ReadQuota($id: UUID!) {
          application(id: $id) { id name quota { limit windowSeconds remaining resetsAt } }
        }
      `),
      variables: (id) => id,
      answer: ({ application }) => {
        if (application === null) return null;
        const { name, quota } = application;
        const text =
          quota === null
            ? 'The process that answers counts no calls: it runs without the role rest.'
            : `${visibleLine(name)}: ${quota.remaining} of ${quota.limit} calls left in these ${quota.windowSeconds} seconds; reset at ${quota.resetsAt}.`;
        return { json: application, text };
      },
      missing: ({ id }) => `there is no application ${id}`,
    }),
    changing({
      name: 'rename',
      about: 'Rename an application',
      example: `${AN_ID} --name 'Our mirror'`,
      parameters: { id: application, name: required('--name <name>', 'its display name') },
      operation: updateApplication,
      answer: changed(({ name }) => `The application is now called ${name}.`),
    }),
    asking({
      name: 'transfer',
      about: 'Transfer an application, with its keys and webhooks, to another user',
      example: `${AN_ID} --owner bob`,
      parameters: {
        id: application,
        owner: required('--owner <user>', "the new owner: the sub of that user's access tokens"),
        external,
      },
      operation: graphql(
        `mutation TransferApplication($input: TransferApplicationInput!) {
          changed: transferApplication(input: $input) { ...ChangedApplication }
        }`,
        [changedApplication],
      ),
      variables: ({ external, ...given }) => ({ input: { ...given, requireAccount: external !== true } }),
      answer: changed(({ name, owner }) => `${name} now belongs to ${owner}.`),
    }),
    changing({
      name: 'disable',
      about: 'Suspend an application: its keys are refused, its webhooks stop',
      example: AN_ID,
      parameters: { id: application },
      operation: graphql(
        `mutation DisableApplication($input: ApplicationInput!) {
          changed: disableApplication(input: $input) { ...ChangedApplication }
        }`,
        [changedApplication],
      ),
      answer: changed(({ name }) => `${name} is suspended.`),
    }),
    changing({
      name: 'enable',
      about: 'Enable a suspended application',
      example: AN_ID,
      parameters: { id: application },
      operation: graphql(
        `mutation EnableApplication($input: ApplicationInput!) {
          changed: enableApplication(input: $input) { ...ChangedApplication }
        }`,
        [changedApplication],
      ),
      answer: changed(({ name }) => `${name} is enabled.`),
    }),
    changing({
      name: 'delete',
      about: 'Delete an application with its keys and webhooks',
      example: AN_ID,
      parameters: { id: application },
      operation: graphql(`
        mutation DeleteApplication($input: ApplicationInput!) { deleteApplication(input: $input) { id } }
      `),
      answer: ({ deleteApplication }) => ({
        json: deleteApplication,
        text: `Deleted the application ${deleteApplication.id} with its keys and webhooks.`,
      }),
    }),
  ],
};
