import { execute, parse, validate } from 'graphql';
import type { Database } from '../../src/database/database.ts';
import type { Viewer } from '../../src/graph/model/viewer.ts';
import { createPublications } from '../../src/graph/publication/publications.ts';
import { createContext, type GraphContext, type GraphPorts } from '../../src/graph/schema/context.ts';
import { GraphFailure } from '../../src/graph/schema/execution.ts';
import { createSchema } from '../../src/graph/schema/schema.ts';
import { publicResources } from '../../src/rest/publicResources.ts';

const schema = createSchema();

type GivenPorts = Pick<GraphPorts, 'publications' | 'issuer' | 'quotas' | 'onKeyRevoked'>;

/** Runs documents against a database, as tools send them. */
export class GraphTester {
  readonly #ports: GraphPorts;

  /** @param given whose publications mutations make; without them the tester's own, which nobody else listens to */
  constructor(database: Database, { publications: shared, issuer, quotas, onKeyRevoked }: Partial<GivenPorts> = {}) {
    const publications = shared ?? createPublications(database, publicResources);
    const off = { search: null, searchAdministration: null, diagnose: null, tokenIssuer: null, webhooks: null };
    this.#ports = {
      ...off,
      database,
      publications,
      now: () => new Date(),
      issuer,
      quotas,
      onKeyRevoked,
    };
  }

  context(viewer: Viewer = { kind: 'public' }): GraphContext {
    return createContext(this.#ports, viewer);
  }

  /** @returns the answer, with the codes and messages of its errors */
  async ask(
    text: string,
    variables: Readonly<Record<string, unknown>> = {},
    viewer: Viewer = { kind: 'tool', actor: null },
  ): Promise<{ data: Record<string, unknown>; codes: string[]; messages: string[] }> {
    const document = parse(text);
    const invalid = validate(schema, document);
    if (invalid.length > 0) throw new Error(invalid.join(' '));
    const { data, errors = [] } = await execute({
      schema,
      document,
      variableValues: variables,
      contextValue: this.context(viewer),
    });
    const { errors: told } = new GraphFailure(errors);
    return {
      data: JSON.parse(JSON.stringify(data ?? {})),
      codes: told.map(({ code }) => code),
      messages: told.map(({ message }) => message),
    };
  }
}
