import { renderPage } from '../../html/renderPage.tsx';

/** A page that says one thing, to people who may not be signed in. */
export function deskNoticePage(title: string, note: string): string {
  return renderPage({
    title,
    layout: 'text',
    navigation: [{ to: '/', label: 'Desk' }],
    children: (
      <>
        <h1>{title}</h1>
        <p>{note}</p>
      </>
    ),
  });
}
