import { type ComponentChildren, createContext, type InputHTMLAttributes, type VNode } from 'preact';
import { useContext } from 'preact/hooks';

/** An input with its label. */
export function Field({ label, children }: { readonly label: string; readonly children: VNode }): VNode {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is its child.
    <label class="field">
      {label} {children}
    </label>
  );
}

/** The fields of the form around a view, as they were sent and refused; null for any other form. */
export const Sent = createContext<URLSearchParams | null>(null);

interface FieldProps {
  readonly label: string;
  readonly name: string;
  /** What it holds at first: after a refusal it holds what was typed. */
  readonly stored?: string | undefined;
}

type Attributes = Pick<
  InputHTMLAttributes,
  | 'autocomplete'
  | 'autocapitalize'
  | 'autofocus'
  | 'maxLength'
  | 'minLength'
  | 'placeholder'
  | 'required'
  | 'spellcheck'
>;

interface InputProps extends FieldProps, Attributes {
  readonly type?: 'password' | 'url' | 'date';
}

/** An input with its label. A password that was typed is not shown again. */
export function Input({ label, name, stored = '', type, ...attributes }: InputProps): VNode {
  const sent = useContext(Sent);
  const value = type === 'password' ? undefined : (sent?.get(name) ?? stored);
  // The types infer roles from the kind, which no caller chooses.
  const all = { name, value, ...(type !== undefined && { type }), ...attributes } as InputHTMLAttributes;
  return (
    <Field label={label}>
      <input {...all} />
    </Field>
  );
}

/** A field of several lines, in which Enter sends nothing. */
export function TextArea({
  label,
  name,
  stored = '',
  ...attributes
}: FieldProps & Pick<Attributes, 'maxLength' | 'spellcheck'>) {
  const sent = useContext(Sent);
  return (
    <Field label={label}>
      <textarea name={name} rows={2} {...attributes}>
        {sent?.get(name) ?? stored}
      </textarea>
    </Field>
  );
}

interface SelectProps extends FieldProps {
  readonly choices: readonly (readonly [value: string, label: string])[];
}

/** One of some choices. */
export function Select({ label, name, stored = '', choices }: SelectProps): VNode {
  const chosen = useContext(Sent)?.get(name) ?? stored;
  return (
    <Field label={label}>
      <select name={name}>
        {choices.map(([value, text]) => (
          <option value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface BoxesProps {
  readonly legend: string;
  readonly name: string;
  readonly choices: readonly (readonly [value: string, meaning: ComponentChildren, isTicked: boolean])[];
}

/** Any of some choices, each a box. */
export function Boxes({ legend, name, choices }: BoxesProps): VNode {
  const ticked = useContext(Sent)?.getAll(name);
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      {choices.map(([value, meaning, isTicked]) => (
        <label>
          <input type="checkbox" name={name} value={value} checked={ticked?.includes(value) ?? isTicked} />
          <span>
            <code>{value}</code>: {meaning}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
