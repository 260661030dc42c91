import { assetsPath, findAsset } from '../../html/assets.ts';
import { type StoredDocument, sendDocument, storeDocument } from '../http/storedDocument.ts';
import { ProblemError } from '../problem/problemError.ts';
import type { Page } from './page.ts';

/** The style sheet and the icon of every page. */
export function assetPage(): Page {
  const stored = new Map<string, StoredDocument>();
  return {
    path: assetsPath,
    async serve(response, { params }) {
      const found = findAsset(params.name ?? '');
      if (found === null) throw new ProblemError('not_found', 'There is nothing at this path.');
      const { asset, cacheControl } = found;
      const document = stored.get(asset.path) ?? storeDocument(asset.type, asset.body);
      stored.set(asset.path, document);
      await sendDocument(response, { ...document, cacheControl });
    },
  };
}
