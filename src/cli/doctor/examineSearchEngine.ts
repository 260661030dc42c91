import type { Configuration } from '../../configuration/configuration.ts';
import { examineSearch } from '../../diagnostics/examineSearch.ts';
import type { DiagnosticCheck } from '../../graph/diagnostics/port.ts';

/** Whether a service on this machine would reach its search engine; nothing is said of the one in its own memory. */
export async function examineSearchEngine({ search, elasticsearch }: Configuration): Promise<DiagnosticCheck[]> {
  if (!search || elasticsearch === null) return [];
  const { openSearchIndex } = await import('../../server/openSearchIndex.ts');
  const { indexReport } = await import('../../search/administration.ts');
  const index = await openSearchIndex(elasticsearch);
  try {
    const report = async () => ({
      engine: 'elasticsearch' as const,
      ...(await indexReport(index)),
      lagSeconds: null,
      rebuild: null,
    });
    return [await examineSearch({ report })];
  } finally {
    await index.close();
  }
}
