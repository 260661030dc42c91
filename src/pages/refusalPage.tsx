import { Link } from '../html/link.tsx';
import { renderPage } from '../html/renderPage.tsx';

interface Refusal {
  readonly code: string;
  readonly title: string;
  /** What is wrong with this request. */
  readonly detail: string;
  /** What can be done. */
  readonly remedy: string;
  /** As in the header X-Request-Id. */
  readonly requestId: string;
  /** Whether `/` is served. */
  readonly hasHome: boolean;
}

/** What a browser is shown where its request is refused, such as at a path that leads to nothing. */
export function refusalPage({ code, title, detail, remedy, requestId, hasHome }: Refusal): string {
  return renderPage({
    title,
    layout: 'form',
    children: (
      <>
        <h1>{title}</h1>
        <p>{detail}</p>
        <p>{remedy}</p>
        <p>
          {hasHome && (
            <>
              <Link to="/">Home</Link> leads to everything;{' '}
            </>
          )}
          the <Link to="/v1/reference">API reference</Link> lists all operations, and{' '}
          <Link to={`/v1/problems/${code}`}>{code}</Link> is explained.
        </p>
        <p class="note">
          Request <code>{requestId}</code>
        </p>
      </>
    ),
  });
}
