import type { VNode } from 'preact';
import { Link } from '../design/link.tsx';

/** What the description writes of CommonMark: paragraphs, `code`, **bold** and [links](https://example.org). */
export function Prose({ text }: { readonly text: string }): VNode {
  return (
    <>
      {text
        .trim()
        .split(/\n{2,}/)
        .map((paragraph) => (
          <p>
            <Inline text={paragraph} />
          </p>
        ))}
    </>
  );
}

/** A paragraph's content. */
export function Inline({ text }: { readonly text: string }): VNode {
  const pieces = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/);
  return <>{pieces.map((piece, at) => (at % 2 === 0 ? piece : marked(piece)))}</>;
}

function marked(piece: string): VNode {
  if (piece.startsWith('`')) return <code>{piece.slice(1, -1)}</code>;
  if (piece.startsWith('**')) return <strong>{piece.slice(2, -2)}</strong>;
  const [, label = '', to = ''] = /^\[(.+)\]\((.+)\)$/.exec(piece) ?? [];
  return <Link to={to}>{label}</Link>;
}
