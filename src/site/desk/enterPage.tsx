import { DESK_ENTRY_PATH } from '../../graph/caller/desk.ts';
import { renderPage } from '../design/renderPage.tsx';

/** The page behind the link to the desk: its button spends the invitation. */
export function enterPage(invitation: string): string {
  return renderPage({
    title: 'The desk',
    layout: 'form',
    children: (
      <>
        <h1>The desk</h1>
        <p>This link opens the desk in this browser, once, in your name.</p>
        <form method="post" action={DESK_ENTRY_PATH}>
          <input type="hidden" name="invitation" value={invitation} />
          <button type="submit">Open the desk</button>
        </form>
      </>
    ),
  });
}
