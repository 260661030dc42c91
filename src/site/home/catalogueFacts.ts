import type { GraphQLSchema } from 'graphql';
import type { GraphContext } from '../../graph/schema/context.ts';
import { prepare } from '../../graph/schema/execution.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';

const exampleFields = graphql(`
  fragment ExampleFields on Anime {
    id
    title
    year
    season
    format
    titleLanguage
  }
`);

const homeOperation = graphql(
  `
    query HomePage($known: [ExternalIdInput!]!) {
      searchStatus { state documents }
      latest: animeList(first: 1, sort: UPDATED_DESC) {
        nodes { updatedAt ...ExampleFields }
      }
      known: animeByExternalIds(ids: $known) {
        nodes { ...ExampleFields }
      }
    }
  `,
  [exampleFields],
);

/** A well-known anime (Attack on Titan) for example requests; any other where it is missing. */
const KNOWN = [{ site: 'mal', id: '16498' }];

/** The facts of the catalogue on the home page. */
export interface CatalogueFacts {
  /** Whether search answers. */
  readonly canSearch: boolean;
  /** Anime in the search index; null without one. */
  readonly anime: number | null;
  /** When an anime last changed; null in an empty catalogue. */
  readonly changedAt: Date | null;
  /** An anime for examples; null in an empty catalogue. */
  readonly example: ResultOf<typeof exampleFields> | null;
}

/** @returns a function that reads the facts. @throws GraphFailure */
export function catalogueFacts(schema: GraphQLSchema): (context: GraphContext) => Promise<CatalogueFacts> {
  const run = prepare(schema, homeOperation);
  return async (context) => {
    const { searchStatus, latest, known } = await run(context, { known: KNOWN });
    const canSearch = ['ready', 'outdated'].includes(searchStatus.state);
    const [newest] = latest.nodes;
    const example = known.nodes[0] ?? newest ?? null;
    return {
      canSearch,
      anime: canSearch ? searchStatus.documents : null,
      changedAt: newest === undefined ? null : new Date(newest.updatedAt),
      example,
    };
  };
}
