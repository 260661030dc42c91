import { type Script, scriptOf } from './assets.ts';
import { Link } from './link.tsx';
import { type PageSettings, renderPage } from './renderPage.tsx';

interface PublicPage
  extends Pick<PageSettings, 'title' | 'hasHeading' | 'isWide' | 'isPaintedFirst' | 'tools' | 'within' | 'children'> {
  readonly path: string;
  /** Whether `/` and `/docs` are served; default: yes. */
  readonly hasHome?: boolean;
  /** Whether search engines may list it; default: yes. */
  readonly isListed?: boolean;
  /** A sentence or two for search engines and shared links. */
  readonly description?: string;
  /** PUBLIC_URL, where it is known: the page's canonical address begins with it. */
  readonly publicUrl?: string | null;
  /** Scripts of the page, which works without them. */
  readonly scripts?: readonly Script[];
}

const NAVIGATION = [
  ['/explore', 'Explore'],
  ['/docs', 'Docs'],
  ['/v1/reference', 'API reference'],
  ['/account', 'Account'],
] as const;

/** A page of the public listener, with the navigation and the credit that the data's licence requires. */
export function publicPage({ hasHome = true, scripts = [], publicUrl = null, ...page }: PublicPage): string {
  const canonical = publicUrl === null ? undefined : publicUrl + page.path;
  return renderPage({
    isListed: true,
    ...page,
    canonical,
    scripts: scripts.map((name) => scriptOf(name).path),
    home: hasHome ? '/' : '/v1/reference',
    navigation: hasHome ? NAVIGATION : NAVIGATION.filter(([to]) => to.startsWith('/v1')),
    note: (
      <>
        The built-in catalogue is from <Link to="https://github.com/bangumi-data/bangumi-data">bangumi-data</Link>,
        licensed <Link to="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</Link>. The code is licensed MIT.
      </>
    ),
  });
}
