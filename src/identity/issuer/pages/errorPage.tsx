import { renderPage } from '../../../html/renderPage.tsx';

/** Advice that people can act on, in place of the protocol's descriptions. */
const TEXTS: Readonly<Record<string, string>> = {
  invalid_client: 'The application that led you here is not registered, or its link is wrong.',
  invalid_redirect_uri: 'The application is not registered with the address to which it wants you sent back.',
};

/** @param error OAuth's error code */
export function errorPage(error: string, description: string | null): string {
  return renderPage({
    title: 'Not possible',
    layout: 'form',
    children: (
      <>
        <h1>That did not work</h1>
        <p>
          {TEXTS[error] ?? description ?? 'The request cannot be answered.'} <code>{error}</code>
        </p>
        <p class="note">Go back to the application and begin again.</p>
      </>
    ),
  });
}
