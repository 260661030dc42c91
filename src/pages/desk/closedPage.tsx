import { Link } from '../../html/link.tsx';
import { renderPage } from '../../html/renderPage.tsx';
import { DESK_SIGN_IN_PATH } from './paths.ts';

/**
 * The page of the desk for people who are not signed in.
 * @param to the page to return to; null: the desk has no sign-in
 */
export function deskClosedPage(to: string | null): string {
  return renderPage({
    title: 'The desk',
    layout: 'text',
    navigation: [['/', 'Desk']],
    children: (
      <>
        <h1>The desk</h1>
        <p>Nobody is signed in here.</p>
        {to !== null && (
          <p>
            <Link to={`${DESK_SIGN_IN_PATH}?${new URLSearchParams({ to })}`}>Sign in</Link>, if you may review.
          </p>
        )}
        <p>
          At the computer of the service, <code>catalog review open</code> prints a link that lets you in once.
        </p>
      </>
    ),
  });
}
