import { randomBytes } from 'node:crypto';
import { type ComponentChildren, createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { Sent } from '../design/fields.tsx';
import { Fault } from '../design/parts.tsx';
import type { Visit } from './visit.ts';

/** The visit that a page answers: its shell provides it. */
export const Visiting = createContext<Visit | null>(null);

export function useVisit(): Visit {
  const visit = useContext(Visiting);
  if (visit === null) throw new Error('the view is in no shell');
  return visit;
}

interface FormViewProps {
  /** One of the page's forms. */
  readonly name: string;
  /** The label of the button. */
  readonly submit: string;
  readonly id?: string;
  /** Of the button; default: primary. What cannot be undone is `danger`. */
  readonly look?: 'quiet' | 'danger';
  /** Whether it is folded, so that a first click changes nothing. */
  readonly asksFirst?: boolean;
  /** Default: the page's own path. */
  readonly action?: string;
  readonly children?: ComponentChildren;
}

/** A form with a number of its own, which counts once; above it the fault of the last submission. */
export function FormView({ name, submit, id, look, asksFirst = false, action, children }: FormViewProps): VNode {
  const { path, fault } = useVisit();
  const refused = fault?.form === name ? fault : null;
  const form = (
    <form method="post" action={action ?? path}>
      {refused && <Fault isFocused>{refused.message}</Fault>}
      <input type="hidden" name="form" value={name} />
      <input type="hidden" name="number" value={randomBytes(16).toString('base64url')} />
      <Sent.Provider value={refused?.fields ?? null}>{children}</Sent.Provider>
      <button type="submit" id={id} class={look}>
        {asksFirst ? `Yes, ${submit.charAt(0).toLowerCase()}${submit.slice(1)}` : submit}
      </button>
    </form>
  );
  if (!asksFirst) return form;
  return (
    <details open={refused !== null}>
      <summary class={`button ${look}`}>{submit}…</summary>
      {form}
    </details>
  );
}

/** A form that holds one value. */
export function ValueForm({
  field,
  value,
  ...form
}: FormViewProps & Readonly<Record<'field' | 'value', string>>): VNode {
  return (
    <FormView {...form}>
      <input type="hidden" name={field} value={value} />
    </FormView>
  );
}
