import { Link } from '../../html/link.tsx';
import { publicPage } from '../publicPage.tsx';

interface Entry {
  readonly path: string;
  readonly title: string;
  readonly summary: string;
}

/** The list of all documents. */
export function documentIndex(documents: readonly Entry[]): string {
  return publicPage({
    title: 'Documents',
    path: '/docs',
    children: (
      <>
        <h1>Documents</h1>
        <ul>
          {documents.map(({ path, title, summary }) => (
            <li key={path}>
              <Link to={path}>{title}</Link>: {summary}
            </li>
          ))}
        </ul>
      </>
    ),
  });
}
