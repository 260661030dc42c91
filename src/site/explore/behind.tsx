import type { VNode } from 'preact';
import { CodeBlock } from '../design/codeBlock.tsx';
import { Link } from '../design/link.tsx';

interface BehindProps {
  /** Path and query of the request whose answer is shown above. */
  readonly target: string;
  /** Of this service, as the reader reached it. */
  readonly origin: string;
  /** The subject of the request, which distinguishes several on a page. */
  readonly what: string;
}

/** The request whose answer the panel shows. */
export function Behind({ target, origin, what }: BehindProps): VNode {
  const url = `${origin}${inUrl(target)}`;
  return (
    <details class="behind">
      <summary>API request: {what}</summary>
      <p>
        <code>GET {target}</code>
      </p>
      <p>
        <Link to={inUrl(target)}>Open as JSON</Link>
      </p>
      <CodeBlock text={`curl '${url}'`} label={`${what} by curl`} />
      <CodeBlock
        text={`const answer = await fetch('${url}');\nconsole.log(await answer.json());`}
        label={`${what} by fetch`}
      />
    </details>
  );
}

/** Nothing in it ends a quoted text, and curl expands nothing. */
function inUrl(target: string): string {
  return target.replace(/['"\\[\]{}<>`^|]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
