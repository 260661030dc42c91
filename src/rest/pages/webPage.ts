import { type StoredDocument, sendDocument, storeDocument } from '../http/storedDocument.ts';
import type { Page } from './page.ts';
import { setPagePolicy } from './pagePolicy.ts';

/** A page as HTML at a path. @param render called at each request: what it answers may change */
export function webPage(path: string, render: () => Promise<string>): Page {
  let last: { readonly html: string; readonly document: StoredDocument } | null = null;
  return {
    path,
    async serve(response) {
      const html = await render();
      if (last?.html !== html) last = { html, document: storeDocument('text/html; charset=utf-8', html) };
      setPagePolicy(response);
      await sendDocument(response, last.document);
    },
  };
}
