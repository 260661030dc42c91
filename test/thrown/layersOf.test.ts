import { expect, test } from '@jest/globals';
import { layersOf } from '../../src/thrown/layersOf.ts';

const messages = (thrown: unknown) => layersOf(thrown).map(({ message }) => message);

test('what libraries wrap is found below, outermost first', () => {
  const driver = Object.assign(new Error('driver'), { cause: new Error('server') });
  const prisma = Object.assign(new Error('prisma'), { meta: { driverAdapterError: driver } });
  const graph = Object.assign(new Error('graph'), { originalError: prisma });
  expect(messages(graph)).toEqual(['graph', 'prisma', 'driver', 'server']);
});

test('each failure of several', () => {
  expect(messages(new AggregateError([new Error('::1'), new Error('127.0.0.1')], 'both'))).toEqual([
    'both',
    '::1',
    '127.0.0.1',
  ]);
});

test.each([[undefined], [null], ['a text'], [7]])('%p has none', (thrown) => {
  expect(layersOf(thrown)).toEqual([]);
});

test('an error that causes itself ends', () => {
  const error = new Error('round');
  error.cause = error;
  expect(messages(error).every((message) => message === 'round')).toBe(true);
});
