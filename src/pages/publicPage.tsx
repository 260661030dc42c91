import type { ComponentChildren } from 'preact';
import { type Script, scriptOf } from '../html/assets.ts';
import { Link } from '../html/link.tsx';
import { renderPage } from '../html/renderPage.tsx';

interface PublicPage {
  readonly title: string;
  readonly path: string;
  /** Whether `/` and `/docs` are served; default: yes. */
  readonly hasHome?: boolean;
  /** Whether search engines may list it; default: yes. */
  readonly isListed?: boolean;
  /** Scripts of the page, which works without them. */
  readonly scripts?: readonly Script[];
  readonly isPaintedFirst?: boolean;
  readonly children: ComponentChildren;
}

const NAVIGATION = [
  { to: '/', label: 'Home' },
  { to: '/explore', label: 'Explore' },
  { to: '/docs', label: 'Documents' },
  { to: '/v1/reference', label: 'API reference' },
  { to: '/v1/problems', label: 'Problems' },
  { to: '/account', label: 'Account' },
];

/** A page of the public listener, with the navigation and the credit that the data's licence requires. */
export function publicPage({ hasHome = true, scripts = [], ...page }: PublicPage): string {
  return renderPage({
    isListed: true,
    ...page,
    layout: 'text',
    scripts: scripts.map((name) => scriptOf(name).path),
    navigation: hasHome ? NAVIGATION : NAVIGATION.filter(({ to }) => to.startsWith('/v1')),
    note: (
      <>
        The built-in catalogue is from <Link to="https://github.com/bangumi-data/bangumi-data">bangumi-data</Link>,
        licensed <Link to="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</Link>. The code is licensed MIT.
      </>
    ),
  });
}
