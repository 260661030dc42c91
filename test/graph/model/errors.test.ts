import { describe, expect, test } from '@jest/globals';
import { GraphQLError } from 'graphql';
import { CatalogError, SearchUnavailableError } from '../../../src/graph/model/errors.ts';
import { publicError } from '../../../src/graph/schema/publicError.ts';

describe('what a caller is told of an error', () => {
  test('of the catalogue: its code, message and parameter', () => {
    const error = new CatalogError('invalid_parameter', 'first: a whole number is expected.', { parameter: 'first' });
    const located = new GraphQLError(error.message, { originalError: error, path: ['animeList'] });
    const told = { code: 'invalid_parameter', message: 'first: a whole number is expected.', parameter: 'first' };
    expect(publicError(error)).toEqual(told);
    expect(publicError(located)).toEqual({ ...told, path: ['animeList'] });
    expect(located.extensions).toEqual({ code: 'invalid_parameter', parameter: 'first' });
  });

  test('of anything else: nothing, the original is kept aside', () => {
    const secret = new Error('password authentication failed for user "catalog"');
    const told = publicError(new GraphQLError(secret.message, { originalError: secret, path: ['anime'] }));
    expect(told).toEqual({ code: 'internal_error', message: 'Internal error.', path: ['anime'], internal: secret });
    expect(publicError('thrown text')).toMatchObject({ code: 'internal_error', message: 'Internal error.' });
  });

  test('of a broken non-null promise: that it is internal', () => {
    const error = new GraphQLError('Cannot return null for non-nullable field Anime.title.', {
      path: ['anime', 'title'],
    });
    expect(publicError(error)).toMatchObject({ code: 'internal_error', message: 'Internal error.' });
  });

  test("of GraphQL's own: what is wrong with the request", () => {
    expect(publicError(new GraphQLError('Syntax Error: Unexpected Name "anime".'))).toEqual({
      code: 'invalid_request',
      message: 'Syntax Error: Unexpected Name "anime".',
    });
  });

  test('of search or database being away: that, and no more', () => {
    const search = new SearchUnavailableError('connect ECONNREFUSED 10.0.0.7:9200');
    expect(publicError(search)).toMatchObject({ code: 'search_unavailable', message: 'Search is unavailable.' });
    const database = Object.assign(new Error('connect ECONNREFUSED 10.0.0.8:5432'), { code: 'ECONNREFUSED' });
    const told = publicError(new GraphQLError(database.message, { originalError: database, path: ['anime'] }));
    expect(told).toMatchObject({ code: 'service_unavailable', internal: database });
    expect(told.message).not.toContain('10.0.0.8');
  });
});
