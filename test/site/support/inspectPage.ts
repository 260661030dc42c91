import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds otherwise in another scheme and on another width. */
const OF_VIEWS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

/** axe looks at the widest view with every rule, at the narrowest in the other scheme with those of views. */
const VIEWS = [
  { width: 1280, colorScheme: 'light', rules: {} },
  { width: 360, colorScheme: 'light', rules: null },
  { width: 320, colorScheme: 'dark', rules: { runOnly: OF_VIEWS } },
] as const;

/** What one evaluation finds in the page. */
interface Findings {
  readonly violations: AxeResults['violations'];
  readonly overflow: number;
  readonly headings: number;
  /** The lines of the header, of which its navigation is one. */
  readonly lines: number;
  readonly language: string;
}

/**
 * Every fault of a page as it stands, from 1280 to 320 pixels and in light and dark: what axe finds (WCAG 2.2 AA and best
 * practices), content that is wider than the window, not exactly one h1, a high header, no language. Each names its width
 * and scheme.
 */
export async function inspectPage(page: Page): Promise<string[]> {
  const faults: string[] = [];
  // The protocol of the browser evaluates it: the page's policy forbids scripts and stays in force.
  await page.evaluate(axe.source);
  for (const { width, colorScheme, rules } of VIEWS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const found = (await page.evaluate(`(async () => ({
      violations: ${rules !== null}
        ? (await axe.run(document, { resultTypes: ['violations'], ...${JSON.stringify(rules)} })).violations
        : [],
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      headings: [...document.querySelectorAll('h1')].filter((it) => it.checkVisibility()).length,
      lines: (() => {
        const parts = [...document.querySelectorAll('body > header > :not(nav), body > header > nav li')];
        const boxes = parts.map((it) => it.getBoundingClientRect()).sort((one, other) => one.top - other.top);
        return boxes.filter(({ top }, at) => boxes.slice(0, at).every(({ bottom }) => bottom <= top)).length;
      })(),
      language: document.documentElement.lang,
    }))()`)) as Findings;
    const texts = found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    );
    if (found.overflow > 0) texts.push(`${found.overflow} px wider than the window`);
    if (found.headings !== 1) texts.push(`${found.headings} headings of the first level`);
    if (found.lines > 2) texts.push(`a header of ${found.lines} lines`);
    if (found.language !== 'en') texts.push(`its language is "${found.language}"`);
    faults.push(...texts.map((text) => `${width} ${colorScheme}: ${text}`));
  }
  return faults;
}

/** What a page complains of and asks for, from now on. */
export interface WatchedPage {
  /** Errors and warnings of its console, breaches of its policy among them, of its scripts, and of requests that failed. */
  readonly complaints: string[];
  /** The hosts that it has asked. */
  readonly hosts: Set<string>;
}

export function watchPage(page: Page): WatchedPage {
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).host);
  });
  page.on('requestfailed', (request) => {
    // A page that leads on, and the next letter of a search, end what is under way.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()}`);
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { complaints, hosts };
}
