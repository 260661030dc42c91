import { renderPage } from '../../../html/renderPage.tsx';

/** @param error OAuth's error code */
export function errorPage(error: string, description: string | null): string {
  return renderPage({
    title: 'Not possible',
    layout: 'form',
    children: (
      <>
        <h1>That did not work</h1>
        <p>
          {description ?? 'The request cannot be answered.'} <code>{error}</code>
        </p>
        <p class="note">Go back to the application and begin again.</p>
      </>
    ),
  });
}
