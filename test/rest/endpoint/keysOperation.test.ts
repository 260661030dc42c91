import { expect, test } from '@jest/globals';
import { print } from 'graphql';
import { graphql } from '../../../src/graph/schema/operation.ts';
import { keysOperation } from '../../../src/rest/endpoint/keysOperation.ts';

const fields = graphql('fragment Fields on Anime { id title }');
const page = graphql('fragment Page on AnimeConnection { pageInfo { hasNextPage } tag }');

test('the keys of a list are its operation with ids and versions for nodes, without what only they spread', () => {
  const list = graphql(
    `
      query List($first: Int!) {
        animeList(sort: ID_ASC, first: $first) { nodes { ...Fields } ...Page }
      }
    `,
    [fields, page],
  );
  expect(print(keysOperation(list))).toBe(
    `query ListKeys($first: Int!) {
  animeList(sort: ID_ASC, first: $first) {
    nodes {
      id
      version
    }
    ...Page
  }
}

fragment Page on AnimeConnection {
  pageInfo {
    hasNextPage
  }
  tag
}`,
  );
});
