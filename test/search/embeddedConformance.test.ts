import { describe } from '@jest/globals';
import { EmbeddedSearchIndex } from '../../src/search/embedded/embeddedSearchIndex.ts';
import { describeConformance } from './conformance.ts';

describe('the embedded search index', () => {
  describeConformance(async () => new EmbeddedSearchIndex(), 200);
});
