import { describe } from '@jest/globals';
import { EmbeddedSearchIndex } from '../../src/search/embedded/embeddedSearchIndex.ts';
import { describeConformance } from './conformance.ts';

describe('the embedded search index', () => {
  // What is applied is found at once.
  describeConformance(async () => Object.assign(new EmbeddedSearchIndex(), { refresh: async () => {} }), 200);
});
