import { Link } from '../design/link.tsx';
import { publicPage } from '../design/publicPage.tsx';
import { SearchForm } from '../design/searchForm.tsx';

interface Refusal {
  readonly code: string;
  readonly title: string;
  /** The fault of this request. */
  readonly detail: string;
  /** The remedy. */
  readonly remedy: string;
  /** As in the header X-Request-Id. */
  readonly requestId: string;
  /** Whether `/` is served. */
  readonly hasHome: boolean;
}

/** The page for a refused request, such as one to an unknown path. */
export function refusalPage({ code, title, detail, remedy, requestId, hasHome }: Refusal): string {
  return publicPage({
    title,
    path: '',
    hasHome,
    isListed: false,
    children: (
      <>
        <h1>{title}</h1>
        <p>{detail}</p>
        <p>{remedy}</p>
        {code === 'not_found' && hasHome && (
          <>
            <SearchForm />
            <p>
              <Link to="/">Home</Link>, <Link to="/explore">explorer</Link>, <Link to="/docs">documentation</Link>
            </p>
          </>
        )}
        <p>
          <Link to={`/v1/problems/${code}`}>{code}</Link> tells more.
        </p>
        <p class="note">
          Request <code>{requestId}</code>
        </p>
      </>
    ),
  });
}
