import { afterAll, beforeAll } from '@jest/globals';

const HOOK_MS = 120_000;

/** What `open` gives before the first test of a suite; closed after the last one. It has no members before. */
export function ofSuite<Opened extends { close(): Promise<void> }>(open: () => Promise<Opened>): Opened {
  const opened: Partial<Opened> = {};
  beforeAll(async () => void Object.assign(opened, await open()), HOOK_MS);
  // Without `close` where opening failed.
  afterAll(() => opened.close?.(), HOOK_MS);
  return opened as Opened;
}
