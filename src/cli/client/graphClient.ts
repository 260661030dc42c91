import { userInfo } from 'node:os';
import { makeExecutableSchema } from '@graphql-tools/schema';
import type { TadaDocumentNode } from 'gql.tada';
import { type GraphQLSchema, print } from 'graphql';
import { errorCode } from '../../base/errors.ts';
import { enumNamesOf } from '../../graph/schema/enumNames.ts';
import { enumResolvers } from '../../graph/schema/enums.ts';
import { readTypeDefs } from '../../graph/schema/typeDefs.ts';
import { CommandFailure } from '../failures.ts';
import { readServiceAddress, type ServiceAddress } from './serviceAddress.ts';

/** A server silent for this long is probed, and probed again at this interval. */
const PATIENCE_MS = 1500;

/** The time that a probe may take. With PATIENCE_MS this keeps the promise of 10 s. */
const PROBE_TIMEOUT_MS = 4500;

let schema: GraphQLSchema | undefined;

/** A schema without resolvers, made once in a process: only the names of its enums are needed. */
function namesOfEnums(): GraphQLSchema {
  schema ??= makeExecutableSchema({ typeDefs: readTypeDefs(), resolvers: enumResolvers });
  return schema;
}

/**
 * A client of the internal GraphQL API. A mutation may take as long as it needs while the server lives, a query 10 s;
 * when the server goes away, it fails within 10 s.
 */
export class GraphClient {
  readonly #address: ServiceAddress;
  readonly #actor: string | null;

  /** @param actor the person on whose behalf operations run (`X-Actor`), recorded with reviews */
  constructor(address: ServiceAddress, actor: string | null = null) {
    this.#address = address;
    this.#actor = actor;
  }

  /** The address of the service. */
  get origin(): string {
    return this.#address.origin;
  }

  /**
   * @throws CommandFailure with the server's code and message, or `server_unreachable`, `server_gone`, `invalid_token`
   */
  async run<Result, Variables extends object>(
    document: TadaDocumentNode<Result, Variables>,
    variables: Variables,
  ): Promise<Result> {
    const names = enumNamesOf(namesOfEnums(), document);
    const named = names.variables === null ? variables : names.variables(variables);
    const response = await this.#post(JSON.stringify({ query: print(document), variables: named }));
    if (response.status === 401) {
      throw new CommandFailure(
        'invalid_token',
        'the server refused the internal token: set INTERNAL_TOKEN or DATA_DIR to its own',
      );
    }
    const answer = parseAnswer<Result>(response.text);
    const [error] = answer?.errors ?? [];
    if (error !== undefined) throw new CommandFailure(error.extensions?.code ?? 'graph_error', error.message);
    if (answer?.data == null) {
      throw new CommandFailure(
        'unexpected_answer',
        `${this.#address.origin}/graphql answered ${response.status} without data: is this the internal listener of a process with the graph role?`,
      );
    }
    return names.data === null ? answer.data : (names.data(answer.data) as Result);
  }

  async #post(body: string): Promise<{ status: number; text: string }> {
    const gone = new AbortController();
    const watch = setInterval(() => void this.#checkLife(gone), PATIENCE_MS);
    try {
      const { request } = await import('undici');
      const answer = await request(new URL('/graphql', this.#address.origin), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${this.#address.token}`,
          ...(this.#actor === null ? {} : { 'x-actor': headerText(this.#actor) }),
        },
        body,
        signal: gone.signal,
        // The probes alone end the wait.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      return { status: answer.statusCode, text: await answer.body.text() };
    } catch (error) {
      throw this.#unreachable(error, gone.signal.aborted);
    } finally {
      clearInterval(watch);
    }
  }

  async #checkLife(gone: AbortController): Promise<void> {
    try {
      const response = await fetch(`${this.#address.origin}/livez`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
      await response.body?.cancel();
    } catch {
      gone.abort();
    }
  }

  #unreachable(error: unknown, silent: boolean): CommandFailure {
    const { origin } = this.#address;
    const code = errorCode(error);
    if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EHOSTUNREACH') {
      return new CommandFailure(
        'server_unreachable',
        `no service answers at ${origin} (${code}): start it (catalog serve) or set INTERNAL_URL`,
        { cause: error },
      );
    }
    const what = silent ? 'no longer answers' : `broke the connection (${code})`;
    return new CommandFailure('server_gone', `the service at ${origin} ${what}`, { cause: error });
  }
}

/**
 * A client of the service that the environment names.
 * @param actor recorded as the reviewer; the user of this computer by default
 */
export async function connect(actor?: string): Promise<GraphClient> {
  return new GraphClient(await readServiceAddress(process.env), actor ?? userName());
}

/** Runs one operation on the service that the environment names. */
export async function ask<Result, Variables extends object>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
  actor?: string,
): Promise<Result> {
  return await (await connect(actor)).run(document, variables);
}

/** Null for a user id without a name, as containers have. */
function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

/** UTF-8 encoded for a header: one character per byte. */
function headerText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

interface GraphAnswer<Result> {
  readonly data?: Result | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

function parseAnswer<Result>(text: string): GraphAnswer<Result> | null {
  try {
    return JSON.parse(text) as GraphAnswer<Result> | null;
  } catch {
    return null;
  }
}
