import type { VNode } from 'preact';
import { invalidParameter } from '../../graph/model/errors.ts';
import { Field } from '../design/field.tsx';

/** The fields of a new password. Typed values are not shown again. */
export function PasswordFields(): VNode {
  return (
    <>
      <Field label="New password, 12 to 256 characters">
        <input name="password" type="password" autocomplete="new-password" required minLength={12} />
      </Field>
      <Field label="The same again">
        <input name="again" type="password" autocomplete="new-password" required />
      </Field>
    </>
  );
}

/** The new password. @throws CatalogError invalid_parameter where the two differ */
export function passwordIn(fields: URLSearchParams): string {
  const password = fields.get('password') ?? '';
  if (fields.get('again') !== password) throw invalidParameter('again', 'the two passwords differ.');
  return password;
}
