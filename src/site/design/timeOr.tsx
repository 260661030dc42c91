import type { ComponentChildren } from 'preact';
import { Time } from './time.tsx';

/** An instant, or the word in place of null. @param at as ISO 8601 */
export function timeOr(at: string | null, none: string): ComponentChildren {
  return at === null ? none : <Time at={new Date(at)} />;
}
