import type { Database, TransactionClient } from '../../database/database.ts';
import type { Application } from '../../database/generated/client.ts';
import { applicationNode } from '../application/applicationNode.ts';
import { suspensionReasons } from '../application/suspensionReason.ts';
import { actorOf, recordEvent } from '../audit/recordEvent.ts';
import { OWN_ISSUER } from '../caller/issuerName.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import type { Publications } from '../publication/publications.ts';
import { requireOwnPassword } from '../user/ownPassword.ts';
import { setUserDisabled, userNode } from '../user/users.ts';
import { resumeWebhooks, suspendWebhooks } from '../webhook/webhookState.ts';
import { deleteApplication, setApplicationDisabled, transferApplication } from './changeApplication.ts';
import { deleteUser } from './deleteUser.ts';
import { idsEndingWith } from './idsEndingWith.ts';

export const administrationResolvers: Resolvers = {
  Query: {
    idsEndingWith: (_root, { kinds, digits }, { database }) => idsEndingWith(database, kinds, digits),
  },
  Mutation: {
    transferApplication: async (_root, { input }, context) => {
      const owner = { subject: input.owner, issuer: context.issuer };
      const transferred = await updateSuspensions(context, async (client) => ({
        result: await transferApplication(client, input.id, owner, input.requireAccount ?? false),
        applicationIds: [input.id],
      }));
      return payload(transferred);
    },
    disableApplication: async (_root, { input }, context) => setDisabled(context, input.id, context.now()),
    enableApplication: async (_root, { input }, context) => setDisabled(context, input.id, null),
    deleteApplication: async (_root, { input }, context) => {
      const ended = await context.publications.transaction(({ client }) =>
        deleteApplication(client, input.id, context.now()),
      );
      for (const key of ended) context.onKeyRevoked?.(key);
      return { id: input.id };
    },
    deleteUser: async (_root, { input: { name, current, withApplications, applications } }, context) => {
      const { viewer, address } = context;
      if (viewer.kind !== 'tool') await requireOwnPassword(context, name, current ?? '');
      const goes = (id: string) => withApplications || (applications?.includes(id) ?? false);
      const { keys } = await context.publications.transaction(async ({ client }) => {
        const remedy = viewer.kind === 'tool' ? {} : { remedy: 'submit again to delete them too' };
        const deleted = await deleteUser(client, { name, goes, ...remedy }, context.now());
        for (const object of deleted.applicationIds) {
          const what = { kind: 'deleteApplication', outcome: 'done', object } as const;
          await recordEvent(client, { ...what, actor: actorOf(viewer), address });
        }
        return deleted;
      });
      for (const key of keys) context.onKeyRevoked?.(key);
      return { name };
    },
    disableUser: async (_root, { input }, context) => setAccountDisabled(context, input.name, true),
    enableUser: async (_root, { input }, context) => setAccountDisabled(context, input.name, false),
  },
};

interface Context {
  readonly database: Database;
  readonly publications: Publications;
  readonly now: () => Date;
}

const payload = (application: Application) => ({ application: applicationNode(application) });

async function setDisabled(context: Context, id: string, disabledAt: Date | null) {
  const changed = await updateSuspensions(context, async (client) => ({
    result: await setApplicationDisabled(client, id, disabledAt),
    applicationIds: [id],
  }));
  return payload(changed);
}

async function setAccountDisabled(context: Context, name: string, isDisabled: boolean) {
  const user = await updateSuspensions(context, async (client) => ({
    result: await setUserDisabled(client, name, isDisabled ? context.now() : null),
    applicationIds: await applicationsOf(client, name),
  }));
  return { user: userNode(user) };
}

/** The applications of a person who signs in here. */
async function applicationsOf(client: TransactionClient, owner: string): Promise<string[]> {
  const rows = await client.application.findMany({
    where: { owner, ownerIssuer: OWN_ISSUER, deletedAt: null },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

interface Changed<T> {
  readonly result: T;
  /** The applications to suspend or resume. */
  readonly applicationIds: readonly string[];
}

interface Stores {
  readonly database: Database;
  readonly publications: Publications;
}

/**
 * Changes the state that suspends applications (their own, their owner, the owner's account), and suspends their
 * webhooks in the same transaction. Webhooks that resume do so afterwards, each in a transaction of its own.
 * @throws the errors of `change`; CatalogError conflict when a webhook cannot resume yet: try the change again
 */
async function updateSuspensions<T>(
  { database, publications }: Stores,
  change: (client: TransactionClient) => Promise<Changed<T>>,
): Promise<T> {
  const { result, active } = await publications.transaction(async ({ client }) => {
    const changed = await change(client);
    const active = await suspendThose(client, changed.applicationIds);
    return { result: changed.result, active };
  });
  for (const id of active) await resumeWebhooks(database, publications, id);
  return result;
}

/** Suspends the webhooks of disabled applications. @returns the ids of the others */
async function suspendThose(client: TransactionClient, applicationIds: readonly string[]): Promise<string[]> {
  const active: string[] = [];
  for (const [id, reason] of await suspensionReasons(client, applicationIds)) {
    if (reason === null) active.push(id);
    else await suspendWebhooks(client, id, reason);
  }
  return active;
}
