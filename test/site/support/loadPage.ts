import type { Page } from 'playwright-core';

/** What the first view of a page costs. */
interface FirstView {
  /** Paths, in the order in which they were asked for. */
  readonly requests: readonly string[];
  /** Of all answers, with their headers, as sent. */
  readonly bytes: number;
  /** The cumulative layout shift; 0 when nothing has moved. */
  readonly shift: number;
}

/** Loads a page in a browser that has loaded nothing before, and measures it. */
export async function loadPage(page: Page, url: string): Promise<FirstView> {
  const requests: string[] = [];
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    requests.push(new URL(request.url()).pathname);
    sizes.push(request.sizes().then((sent) => sent.responseBodySize + sent.responseHeadersSize));
  });
  await page.goto(url, { waitUntil: 'load' });
  const shift = (await page.evaluate(`new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(sum), 50);
  })`)) as number;
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  return { requests, bytes, shift };
}

/** The size of text, as a reader sets it in the browser. */
async function scaleText(page: Page, by: 1 | 2): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 * by, fixed: 13 * by } });
}

/** What of a page's cost, calm and readability is not as it must be: its faults, none where all is well. */
export async function firstViewFaults(page: Page, url: string, largestBytes = 60_000): Promise<string[]> {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { requests, bytes, shift } = await loadPage(page, url);
  const faults: string[] = [];
  if (requests.length > 6) faults.push(`${requests.length} requests: ${requests.join(' ')}`);
  if (bytes > largestBytes) faults.push(`${bytes} bytes`);
  if (shift !== 0) faults.push(`it moves by ${shift}`);
  await scaleText(page, 2);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    if (overflow !== 0) faults.push(`text of twice the size is ${overflow} px wider than a window of ${width}`);
    const cut = (await page.evaluate(CUT_TEXTS)) as readonly string[];
    faults.push(...cut.map((text) => `text of twice the size is cut at ${width}: ${text}`));
  }
  // Otherwise the size had no effect.
  const size = await page.evaluate('getComputedStyle(document.body).fontSize');
  if (size !== '32px') faults.push(`its text keeps ${size}`);
  await scaleText(page, 1);
  return faults;
}

/** Elements that hide what of their text does not fit; inputs scroll, visually hidden ones are for screen readers, covers are drawn. */
const CUT_TEXTS = `[...document.querySelectorAll('main *, header *, footer *')].filter((it) => !it.matches('input, select, [aria-hidden] *')).filter((it) => {
  const { overflowX, overflowY } = getComputedStyle(it);
  const hides = overflowX === 'hidden' || overflowX === 'clip' || overflowY === 'hidden' || overflowY === 'clip';
  const isShown = it.clientWidth > 1 && it.clientHeight > 1;
  return hides && isShown && (it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1);
}).map((it) => it.tagName + ' ' + it.textContent.slice(0, 60))`;
