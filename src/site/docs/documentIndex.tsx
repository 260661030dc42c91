import { Link } from '../design/link.tsx';
import { publicPage } from '../design/publicPage.tsx';

interface Entry {
  readonly path: string;
  readonly title: string;
  readonly summary: string;
}

/** The documents by their readers, in order of use; others come last. */
const READERS: readonly (readonly [heading: string, names: readonly string[]])[] = [
  ['For callers', ['quickstart', 'callers', 'webhooks', 'search', 'episodes', 'dump', 'contract', 'changes']],
  ['For operators', ['installation', 'configuration', 'import', 'operations', 'history', 'performance', 'security']],
];

/** The list of all documents. */
export function documentIndex(documents: readonly Entry[]): string {
  const find = (name: string) => documents.filter(({ path }) => path === `/docs/${name}`);
  const groups = READERS.map(([heading, names]) => [heading, names.flatMap(find)] as const);
  const named = new Set(groups.flatMap(([, entries]) => entries));
  const others = documents.filter((entry) => !named.has(entry));
  return publicPage({
    title: 'Documentation',
    path: '/docs',
    children: (
      <>
        <h1>Documentation</h1>
        {[...groups, ['How it is made', others] as const].map(([heading, entries]) => (
          <>
            <h2>{heading}</h2>
            <ul>
              {entries.map(({ path, title, summary }) => (
                <li key={path}>
                  <Link to={path}>{title}</Link>: {summary}
                </li>
              ))}
            </ul>
          </>
        ))}
      </>
    ),
  });
}
