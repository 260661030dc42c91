import { afterAll, beforeAll } from '@jest/globals';

const HOOK_MS = 120_000;

/** Closed by `end`, which removes what belongs to it too, or `close`. */
type Closable = { end(): Promise<void> } | { close(): Promise<void> };

/** What `open` gives before the first test of a suite; closed after the last one. It has no members before. */
export function ofSuite<Opened extends Closable>(open: () => Promise<Opened>): Opened {
  const opened: Record<string, unknown> = {};
  let close = async () => {};
  beforeAll(async () => {
    const made = await open();
    close = () => ('end' in made ? made.end() : made.close());
    // Of an instance, its methods too.
    for (let type = Object.getPrototypeOf(made); type !== Object.prototype; type = Object.getPrototypeOf(type)) {
      for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(type)))
        if (typeof value === 'function') opened[name] ??= value.bind(made);
    }
    Object.assign(opened, made);
  }, HOOK_MS);
  // Nothing where opening failed.
  afterAll(() => close(), HOOK_MS);
  return opened as unknown as Opened;
}
