import { type StoredDocument, sendDocument, storeDocument } from '../../rest/http/storedDocument.ts';
import type { Page } from '../../rest/pages/page.ts';
import { keptFor } from './keptFor.ts';
import { setPagePolicy } from './pagePolicy.ts';

/** A page as HTML. @param render called when the page is first asked for, and after each `keptMs` (default: never) */
export function webPage(path: string, render: () => Promise<string>, keptMs = Number.POSITIVE_INFINITY): Page {
  const kept = keptFor(keptMs, render);
  let last: { readonly html: string; readonly document: StoredDocument } | null = null;
  return {
    path,
    async serve(response) {
      const html = await kept();
      if (last?.html !== html) last = { html, document: storeDocument('text/html; charset=utf-8', html) };
      setPagePolicy(response);
      await sendDocument(response, last.document);
    },
  };
}
