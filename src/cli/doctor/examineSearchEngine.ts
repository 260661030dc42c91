import type { Configuration } from '../../configuration/configuration.ts';
import { examineSearch } from '../../diagnostics/examineSearch.ts';
import { settled } from '../../diagnostics/settled.ts';
import type { DiagnosticCheck } from '../../graph/diagnostics/port.ts';

/** Whether this machine reaches the search engine; no check where the index is in the service's own memory. */
export async function examineSearchEngine(configuration: Configuration): Promise<DiagnosticCheck[]> {
  if (!configuration.SEARCH || configuration.ELASTICSEARCH_URL === undefined) return [];
  const { openSearchIndex } = await import('../../server/openSearchIndex.ts');
  const { indexReport } = await import('../../search/administration.ts');
  const index = await openSearchIndex(configuration);
  try {
    const report = async () => ({
      engine: 'elasticsearch' as const,
      ...(await indexReport(index)),
      lagSeconds: null,
      fillSeconds: null,
      memoryBytes: null,
      rebuild: null,
    });
    return [await settled('search', () => examineSearch({ report }, configuration.ELASTICSEARCH_INDEX))];
  } finally {
    await index.close();
  }
}
