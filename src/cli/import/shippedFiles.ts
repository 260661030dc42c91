import { createRequire } from 'node:module';
import type { ImportFormat } from '../../graph/model/vocabulary.ts';

const packages = createRequire(import.meta.url);

/** The files that come with a release, by the format that they are imported in, which is their name too. */
export const shippedFiles = {
  'bangumi-data': packages.resolve('bangumi-data/dist/data.json'),
} as const satisfies Partial<Record<ImportFormat, string>>;
