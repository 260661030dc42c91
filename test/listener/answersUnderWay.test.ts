import type { ServerResponse } from 'node:http';
import { expect, test } from '@jest/globals';
import { AnswersUnderWay } from '../../src/listener/answersUnderWay.ts';

const answer = (name: string) => name as unknown as ServerResponse;

test('holds what has not ended, wherever it began', () => {
  const underWay = new AnswersUnderWay();
  const [endFirst, , endThird] = ['first', 'second', 'third'].map((name) => underWay.add(answer(name)));
  endFirst?.();
  endThird?.();
  expect([underWay.count, ...underWay]).toEqual([1, 'second']);
  underWay.add(answer('fourth'));
  underWay.add(answer('fifth'));
  expect([underWay.count, [...underWay].sort()]).toEqual([3, ['fifth', 'fourth', 'second']]);
});
