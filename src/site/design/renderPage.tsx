import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { version } from '../../base/version.ts';
import { visibleMarkup } from '../../base/visibleText.ts';
import { icon, style } from './assets.ts';
import { Navigation, type NavigationLink } from './link.tsx';

/** The service's name, on every page and in every title. */
const SERVICE_NAME = 'Canonical Anime Catalog';

export interface PageSettings {
  /** What the page is, before the service's name in the browser's title. */
  readonly title: string;
  /** Whether the content has a heading of its own; default: the title begins it. */
  readonly hasHeading?: boolean;
  /** Whether it has columns for wide windows; default: no. */
  readonly isWide?: boolean;
  /** Its own path, which the navigation marks. */
  readonly path?: string;
  readonly navigation?: readonly NavigationLink[];
  /** Where the service's name in the header leads; default: nowhere. */
  readonly home?: string;
  /** At the end of the header. */
  readonly tools?: ComponentChildren;
  /** The foot of the page, after the version. */
  readonly note?: ComponentChildren;
  /** Whether search engines may list it; default: no. */
  readonly isListed?: boolean;
  /** A sentence or two for search engines and shared links; default: none. */
  readonly description?: string | undefined;
  /** The one address of the page, whichever it was reached by; default: not known. */
  readonly canonical?: string | undefined;
  /** Of scripts, in order; each is a file of its own, which the policy demands. */
  readonly scripts?: readonly string[];
  /** Whether the page is painted before its scripts run, none of which moves it; default: after them. */
  readonly isPaintedFirst?: boolean;
  /** Style sheets beside the service's own. */
  readonly styles?: readonly string[];
  /** Provides what the views of the page read; default: nothing. */
  readonly within?: (page: VNode) => VNode;
  readonly children: ComponentChildren;
}

/**
 * A whole page as HTML. Text and attributes are escaped; bidirectional and invisible characters in data appear as their
 * escapes.
 */
export function renderPage({ within = (page) => page, ...page }: PageSettings): string {
  return `<!doctype html>\n${visibleMarkup(renderToString(within(<Page {...page} />)))}\n`;
}

function Page(page: Omit<PageSettings, 'within'>): VNode {
  const { title, hasHeading = false, isWide = false, path, navigation = [], home, tools, children, note } = page;
  const { isListed = false, description, canonical, scripts = [], isPaintedFirst = false, styles = [] } = page;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {!isListed && <meta name="robots" content="noindex" />}
        <title>{`${title}: ${SERVICE_NAME}`}</title>
        {canonical !== undefined && <link rel="canonical" href={canonical} />}
        {description !== undefined && (
          <>
            <meta name="description" content={description} />
            <meta property="og:title" content={title} />
            <meta property="og:description" content={description} />
            <meta property="og:type" content="website" />
            <meta property="og:site_name" content={SERVICE_NAME} />
            {canonical !== undefined && <meta property="og:url" content={canonical} />}
          </>
        )}
        <link rel="icon" href={icon.path} type={icon.type} />
        {styles.map((href) => (
          <link rel="stylesheet" href={href} />
        ))}
        <link id="style" rel="stylesheet" href={style.path} />
        {scripts.map((src) => (
          // Scripts add buttons and change texts: painted before them, the page would shift.
          <script src={src} defer {...(!isPaintedFirst && { blocking: 'render' })} />
        ))}
      </head>
      <body class={isWide ? 'wide' : undefined}>
        <a class="skip" href="#content">
          Skip to content
        </a>
        <header>
          {home === undefined ? (
            <span class="service">{SERVICE_NAME}</span>
          ) : (
            <a class="service" href={home}>
              {SERVICE_NAME}
            </a>
          )}
          {navigation.length > 0 && (
            <Navigation label="Pages" links={navigation} {...(path !== undefined && { current: path })} />
          )}
          {tools}
        </header>
        <main id="content" tabIndex={-1}>
          {!hasHeading && <h1>{title}</h1>}
          {children}
        </main>
        <footer>
          <p>
            {SERVICE_NAME} {version}
          </p>
          {note !== undefined && <p>{note}</p>}
        </footer>
      </body>
    </html>
  );
}
