import { jest } from '@jest/globals';
import { describeWith } from '../support/describeWith.ts';
import { sharedServer } from '../support/sharedServer.ts';
import { describeConformance } from './conformance.ts';
import { openTestIndex } from './openTestIndex.ts';

jest.setTimeout(240_000);

describeWith(['elasticsearch'], 'the Elasticsearch search index', () => {
  describeConformance(async () => openTestIndex([await sharedServer('elasticsearch')]), 60);
});
