import { Field } from '../design/fields.tsx';
import { Fault } from '../design/parts.tsx';
import { renderPage } from '../design/renderPage.tsx';
import { DESK_NAVIGATION } from '../desk/deskShell.tsx';

/** The page of GraphiQL: a form that asks for the token, whose script loads GraphiQL itself. */
export const graphiqlPage = renderPage({
  title: 'Graph',
  hasHeading: true,
  path: '/graphql',
  navigation: DESK_NAVIGATION,
  styles: ['/graphiql/page.css'],
  scripts: ['/graphiql/start.js'],
  children: (
    <>
      <div id="graphiql" />
      <noscript>
        <Fault>GraphiQL needs JavaScript.</Fault>
      </noscript>
      <form id="token-form" hidden>
        <h1>Graph</h1>
        <p>
          This page needs the internal token: the value of <code>INTERNAL_TOKEN</code>, by default in the file{' '}
          <code>internal-token</code> of <code>DATA_DIR</code>. It is kept until you leave or reload the page; what you
          type afterwards is kept for this tab only.
        </p>
        <Fault id="token-refusal" />
        <Field label="Internal token">
          <input id="token" type="password" autocomplete="off" required />
        </Field>
        <button type="submit">Open</button>
      </form>
    </>
  ),
});
