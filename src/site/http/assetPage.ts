import { type StoredDocument, sendDocument, storeDocument } from '../../rest/http/storedDocument.ts';
import type { Page } from '../../rest/pages/page.ts';
import { ProblemError } from '../../rest/problem/problemError.ts';
import { assetsPath, findAsset } from '../design/assets.ts';

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
