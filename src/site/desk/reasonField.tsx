import type { VNode } from 'preact';
import { Field } from '../design/field.tsx';
import { typed } from '../forms/formView.tsx';
import type { Visit } from '../forms/visit.ts';

/** The reason of a decision. A field of several lines: Enter in it sends nothing. */
export function ReasonField({ visit, form }: { readonly visit: Visit; readonly form: string }): VNode {
  return (
    <Field label="Reason, kept with the decision">
      <textarea name="reason" rows={2} maxLength={2000}>
        {typed(visit, form, 'reason')}
      </textarea>
    </Field>
  );
}

/** The typed reason, as a member of a decision's input; absent when empty. */
export function reasonOf(fields: URLSearchParams): { readonly reason?: string } {
  const reason = fields.get('reason')?.trim() ?? '';
  return reason === '' ? {} : { reason };
}
