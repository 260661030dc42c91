import { describe, expect, test } from '@jest/globals';
import { progressFigures } from '../../../src/cli/import/importProgress.ts';

describe('how far an import is', () => {
  test('is told by bytes where the file is read as it is sent', () => {
    const shown = progressFigures({ records: 600, total: null, bytesRead: 250 }, 6, 1000);
    expect(shown).toEqual({ records: '600', rate: '100/s', left: '18 s', share: 0.25 });
  });

  test('is told by records where the whole file was read before the first was sent', () => {
    const shown = progressFigures({ records: 600, total: 2400, bytesRead: 1000 }, 6, 1000);
    expect(shown).toEqual({ records: '600', rate: '100/s', left: '18 s', share: 0.25 });
  });

  test('has no end where nobody knows it', () => {
    const shown = progressFigures({ records: 600, total: null, bytesRead: 250 }, 6, null);
    expect(shown).toEqual({ records: '600', rate: '100/s', left: null, share: null });
  });
});
