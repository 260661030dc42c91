import { AmbientValue } from '../ambientValue.ts';
import type { Span, SpanAttributes } from './span.ts';

const current = new AmbientValue<Span | null>();

/** The innermost unfinished span around the caller; null outside of sampled traces. */
export function currentSpan(): Span | null {
  return current.current ?? null;
}

/** Runs `work` as a part of this span, or outside of all. Costs nothing while no sampled work is under way. */
export function inSpan<T>(span: Span | null, work: () => Promise<T>): Promise<T> {
  return span === null && currentSpan() === null ? work() : current.run(span, work);
}

/** Runs `work` as a step within `parent`. @param parent null: without a span */
export function traced<T>(
  parent: Span | null,
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<T>,
): Promise<T> {
  return parent === null ? work() : untilEnd(parent.child(name, 'internal', attributes), work);
}

/** Runs `work` within a span that ends with it. */
export async function untilEnd<T>(span: Span | null, work: () => Promise<T>): Promise<T> {
  try {
    const result = await inSpan(span, work);
    span?.end();
    return result;
  } catch (error) {
    span?.end({ error });
    throw error;
  }
}
