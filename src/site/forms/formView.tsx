import { randomBytes } from 'node:crypto';
import type { ComponentChildren, VNode } from 'preact';
import { Fault } from '../design/fault.tsx';
import type { Visit } from './visit.ts';

interface FormViewProps {
  readonly visit: Visit;
  /** One of the page's forms. */
  readonly name: string;
  /** The label of the button. */
  readonly submit: string;
  readonly id?: string;
  /** Of the button; default: primary. What cannot be undone is `danger`. */
  readonly look?: 'quiet' | 'danger';
  /** Default: the page's own path. */
  readonly action?: string;
  readonly children?: ComponentChildren;
}

/** A form with a number of its own, which counts once; above it the fault of the last submission. */
export function FormView({ visit, name, submit, id, look, action = visit.path, children }: FormViewProps): VNode {
  const { fault } = visit;
  return (
    <form method="post" action={action}>
      {fault?.form === name && <Fault isFocused>{fault.message}</Fault>}
      <input type="hidden" name="form" value={name} />
      <input type="hidden" name="number" value={randomBytes(16).toString('base64url')} />
      {children}
      <button type="submit" {...(id !== undefined && { id })} {...(look !== undefined && { class: look })}>
        {submit}
      </button>
    </form>
  );
}

/** The typed value of a field of a refused form; else `stored`. */
export function typed({ fault }: Visit, form: string, field: string, stored = ''): string {
  return (fault?.form === form ? fault.fields.get(field) : null) ?? stored;
}

/** Whether a box was ticked in a refused form; else `stored`. */
export function ticked({ fault }: Visit, form: string, field: string, value: string, stored: boolean): boolean {
  return fault?.form === form ? fault.fields.getAll(field).includes(value) : stored;
}
