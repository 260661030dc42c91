import type { VNode } from 'preact';

interface TitleProps {
  readonly text: string;
  /** BCP 47 tag; null when unknown. Japanese and Chinese share code points, and not how they are drawn. */
  readonly language: string | null;
}

/** A title out of the data: its direction and language are its own, not the page's. */
export function Title({ text, language }: TitleProps): VNode {
  return <bdi lang={language ?? ''}>{text}</bdi>;
}
