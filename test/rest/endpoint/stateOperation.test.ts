import { expect, test } from '@jest/globals';
import { print } from 'graphql';
import { graphql } from '../../../src/graph/schema/operation.ts';
import { stateOperation } from '../../../src/rest/endpoint/stateOperation.ts';

const fields = graphql('fragment Fields on Anime { id title }');
const page = graphql('fragment Page on AnimeConnection { pageInfo { hasNextPage } tag }');

test('the state of a list is its operation without nodes and what only they spread', () => {
  const list = graphql(
    `
      query List($first: Int!) {
        animeList(sort: ID_ASC, first: $first) { nodes { ...Fields } ...Page }
      }
    `,
    [fields, page],
  );
  const state = stateOperation(list);
  expect(state && print(state)).toBe(
    `query ListState($first: Int!) {
  animeList(sort: ID_ASC, first: $first) {
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

test('a list without a tag has no state', () => {
  expect(stateOperation(graphql('query Terms { genres(first: 1) { nodes { slug } } }'))).toBeNull();
});
