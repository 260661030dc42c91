import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../support/findChromium.ts';

/** A headless Chromium, the machine's own; it asks nothing of any other host by itself. The caller closes it. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('Chromium was not found, in PATH or at CHROMIUM_PATH');
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      // Root has no sandbox, and the pages are our own.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
