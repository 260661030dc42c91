import type { VNode } from 'preact';
import { publicPage } from '../design/publicPage.tsx';

interface Document {
  readonly path: string;
  readonly title: string;
  /** The text as HTML, as the build made it. */
  readonly html: string;
}

/** A document of the repository. */
export function documentPage({ path, title, html }: Document): string {
  return publicPage({ title, path, children: <Text html={html} /> });
}

function Text({ html }: { readonly html: string }): VNode {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the build made it of the repository's own files.
  return <article dangerouslySetInnerHTML={{ __html: html }} />;
}
