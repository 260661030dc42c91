import type { Requirement } from './requirements.ts';

const mark = / \[left out without ([a-zA-Z, ]+)\]$/;

/** The name of a suite that is left out. It carries the reason, because names are all that a Jest reporter learns of a suite. */
export function leftOutName(name: string, missing: readonly Requirement[]): string {
  return `${name} [left out without ${missing.join(', ')}]`;
}

/** What was missing, when `name` is that of a suite that was left out. */
export function leftOutWithout(name: string): Requirement[] {
  return (mark.exec(name)?.[1]?.split(', ') ?? []) as Requirement[];
}
