import { Link } from '../html/link.tsx';
import { renderPage } from '../html/renderPage.tsx';

/**
 * What a browser is shown at a path that leads to nothing.
 * @param requestId as in the header X-Request-Id
 * @param hasHome whether `/` is served
 */
export function notFoundPage(requestId: string, hasHome: boolean): string {
  return renderPage({
    title: 'Not found',
    layout: 'form',
    children: (
      <>
        <h1>Not found</h1>
        <p>There is nothing at this path. Paths are exact: case matters, and there is no slash at their end.</p>
        <p>
          {hasHome && (
            <>
              <Link to="/">Home</Link> leads to everything;{' '}
            </>
          )}
          the <Link to="/v1/reference">API reference</Link> lists all operations.
        </p>
        <p class="note">
          Request <code>{requestId}</code>
        </p>
      </>
    ),
  });
}
