import { createRequire } from 'node:module';
import { shippedFiles as ownFiles } from '../../base/shippedFolders.ts';
import type { ImportFormat } from '../../graph/model/vocabulary.ts';

const packages = createRequire(import.meta.url);

/** The files that come with a release, by the name that they are imported by. */
export const shippedFiles = {
  'bangumi-data': { place: packages.resolve('bangumi-data/dist/data.json'), format: 'bangumi-data' },
  /** Romanised, English and short names of well-known works, which bangumi-data does not have. */
  names: { place: ownFiles.names, format: 'catalog' },
} as const satisfies Record<string, { readonly place: string; readonly format: ImportFormat }>;
