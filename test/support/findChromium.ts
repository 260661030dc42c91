import { findProgram, isExecutable } from './findProgram.ts';

/** CHROMIUM_PATH when it is set, else the machine's Chromium or Chrome. */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH ?? '';
  if (chosen !== '') return isExecutable(chosen) ? chosen : undefined;
  return findProgram('chromium') ?? findProgram('chromium-browser') ?? findProgram('google-chrome');
}
