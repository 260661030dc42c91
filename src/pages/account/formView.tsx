import type { ComponentChildren, VNode } from 'preact';
import { Fault } from '../../html/fault.tsx';
import type { Visit } from './visit.ts';

interface FormViewProps {
  readonly visit: Visit;
  /** One of the page's forms. */
  readonly name: string;
  /** What the button does. */
  readonly submit: string;
  /** Of the button. */
  readonly id?: string;
  readonly isQuiet?: boolean;
  /** Default: the page's own path. */
  readonly action?: string;
  readonly children?: ComponentChildren;
}

/** A form with the token of the session and a number of its own; above it stands why the last one changed nothing. */
export function FormView({
  visit,
  name,
  submit,
  id,
  isQuiet = false,
  action = visit.path,
  children,
}: FormViewProps): VNode {
  const { fault, forms } = visit;
  return (
    <form method="post" action={action}>
      {fault?.form === name && <Fault isFocused>{fault.message}</Fault>}
      <input type="hidden" name="form" value={name} />
      <input type="hidden" name="token" value={forms.token} />
      <input type="hidden" name="number" value={forms.number()} />
      {children}
      <button type="submit" {...(id !== undefined && { id })} {...(isQuiet && { class: 'quiet' })}>
        {submit}
      </button>
    </form>
  );
}

/** What was typed into a field of a form that was refused; else `stored`. */
export function typed({ fault }: Visit, form: string, field: string, stored = ''): string {
  return (fault?.form === form ? fault.fields.get(field) : null) ?? stored;
}

/** Whether a box of a form was ticked, in the form that was refused; else `stored`. */
export function ticked({ fault }: Visit, form: string, field: string, value: string, stored: boolean): boolean {
  return fault?.form === form ? fault.fields.getAll(field).includes(value) : stored;
}
