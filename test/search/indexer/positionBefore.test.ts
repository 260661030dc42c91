import { expect, test } from '@jest/globals';
import { positionBefore } from '../../../src/search/indexer/changeLog.ts';

test.each([
  ['740:745:741,743', '742', '740:742:741'],
  ['740:745:741,743', '745', '740:745:741,743'],
  ['740:745:', '739', '739:739:'],
  ['18446744073:18446744080:', '18446744079', '18446744073:18446744079:'],
])('%s before %s forgets what has later ids: %s', (snapshot, xid, before) => {
  expect(positionBefore({ snapshot }, BigInt(xid))).toEqual({ snapshot: before });
});
