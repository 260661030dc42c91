import type { Database, TransactionClient, TransactionOptions } from '../../database/database.ts';
import type { Viewer } from '../model/viewer.ts';
import type { Publications } from '../publication/publications.ts';
import { type AuditEvent, actorOf, recordEvent } from './recordEvent.ts';

/** Members of inputs that name what a mutation is about, the closest first. Never one that can hold a secret. */
const NAMING = ['id', 'anime', 'jti', 'webhookId', 'applicationId', 'name', 'user'];

/**
 * The object of a mutation: what it created, else what its input names; null where it names nothing.
 * @param result of the mutation or its transaction
 */
function objectOf(mutation: string, args: Readonly<Record<string, unknown>>, result: unknown): string | null {
  const created = mutation.startsWith('create') ? createdId(result) : null;
  if (created !== null) return created;
  const input = membersOf(args.input);
  return NAMING.map((name) => input[name]).find((value) => typeof value === 'string') ?? null;
}

/** The id of a result, or of its only member. */
function createdId(result: unknown): string | null {
  const members = membersOf(result);
  const ids = [members, ...Object.values(members).map(membersOf)].map(({ id }) => id);
  return ids.find((id) => typeof id === 'string') ?? null;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The part of a mutation's arguments that its record needs. */
interface MutationContext {
  readonly viewer: Viewer;
  readonly address: string | null;
  readonly database: Database;
  readonly publications: Publications;
}

type Arguments = Readonly<Record<string, unknown>>;
type Resolver = (root: unknown, args: Arguments, context: MutationContext, info: unknown) => unknown;

/** Import batches are publications, which store their own actor and events; there are thousands of them. */
const RECORDED_ELSEWHERE: ReadonlySet<string> = new Set(['importCatalog']);

/** The resolvers of a concept, with each mutation recorded under its name, so that no mutation can forget it. */
export function recordMutations<Map extends { readonly Mutation?: unknown }>(resolvers: Map): Map {
  if (resolvers.Mutation === undefined) return resolvers;
  const recorded = Object.entries(resolvers.Mutation as Record<string, Resolver>).map(([name, resolve]) => [
    name,
    RECORDED_ELSEWHERE.has(name) ? resolve : recordedResolver(name, resolve),
  ]);
  return { ...resolvers, Mutation: Object.fromEntries(recorded) };
}

function recordedResolver(kind: string, resolve: Resolver): Resolver {
  return async function recordedMutation(root, args, context, info) {
    if (isDryRun(args)) return resolve(root, args, context, info);
    const record = (client: TransactionClient, outcome: AuditEvent['outcome'], result: unknown) =>
      recordEvent(client, {
        kind,
        outcome,
        actor: actorOf(context.viewer),
        address: context.address,
        object: objectOf(kind, args, result),
      });
    const beside = recordingBeside(context, (client, result) => record(client, 'done', result));
    let result: unknown;
    try {
      result = await resolve(root, args, { ...context, ...beside.ports }, info);
    } catch (error) {
      // The transaction has committed, but refused the request.
      if (beside.isRecorded()) await record(context.database.client, 'refused', null);
      throw error;
    }
    if (!beside.isRecorded()) await record(context.database.client, 'done', result);
    return result;
  };
}

/** A mutation's ports, whose first effective transaction writes the record; rehearsals do not count */
function recordingBeside(
  { database, publications }: MutationContext,
  record: (client: TransactionClient, result: unknown) => Promise<void>,
) {
  let isRecorded = false;
  /** Records in the transaction, and remembers it after the commit: a rollback or a retry records nothing. */
  const settle = async <T>(run: (note: (client: TransactionClient, done: T) => Promise<void>) => Promise<T>) => {
    let isNoted = false;
    const result = await run(async (client, done) => {
      isNoted = !isRecorded && hasDone(done);
      if (isNoted) await record(client, done);
    });
    isRecorded ||= isNoted;
    return result;
  };
  const ports: Pick<MutationContext, 'database' | 'publications'> = {
    database: withMember(
      database,
      'transaction',
      <T>(work: Parameters<typeof database.transaction<T>>[0], options?: TransactionOptions) => {
        if (database.inTransaction) return database.transaction(work, options);
        return settle<T>((note) =>
          database.transaction(async (client) => {
            const done = await work(client);
            await note(client, done);
            return done;
          }, options),
        );
      },
    ),
    publications: withMember(
      publications,
      'transaction',
      <T>(work: Parameters<typeof publications.transaction<T>>[0]) =>
        settle<T>((note) =>
          publications.transaction(async (publication) => {
            const done = await work(publication);
            await note(publication.client, done);
            return done;
          }),
        ),
    ),
  };
  return { ports, isRecorded: () => isRecorded };
}

/** A transaction that returns null or `refused` has not done what was requested. */
function hasDone(result: unknown): boolean {
  return result !== null && !(typeof result === 'object' && 'refused' in result);
}

function isDryRun({ input }: Arguments): boolean {
  return (input as { readonly dryRun?: unknown } | undefined)?.dryRun === true;
}

/**
 * The same object with one method replaced; the others run on the object itself, because they need its private members.
 */
function withMember<Target extends object, Name extends keyof Target>(
  target: Target,
  name: Name,
  member: Target[Name],
): Target {
  return new Proxy(target, {
    get(_target, asked) {
      if (asked === name) return member;
      const value: unknown = Reflect.get(target, asked);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
