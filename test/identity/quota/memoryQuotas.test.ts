import { describe } from '@jest/globals';
import { memoryQuotas } from '../../../src/identity/quota/memoryQuotas.ts';
import { describeQuotas, limits } from './describeQuotas.ts';

describe('quotas in memory', () => {
  const quotas = memoryQuotas(limits);
  describeQuotas(() => [quotas, quotas]);
});
