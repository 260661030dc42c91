import type { ComponentChildren, VNode } from 'preact';
import { invalidParameter } from '../../graph/model/errors.ts';
import { Field } from '../design/field.tsx';
import { FormView, typed } from '../forms/formView.tsx';
import type { Visit } from '../forms/visit.ts';

interface DeleteByNameProps {
  readonly visit: Visit;
  readonly name: string;
  readonly what: 'application' | 'webhook';
  /** What ends with it. */
  readonly children: ComponentChildren;
}

/** The form `delete`, in which the name of what it deletes is typed. */
export function DeleteByName({ visit, name, what, children }: DeleteByNameProps): VNode {
  return (
    <section aria-labelledby="delete">
      <h2 id="delete">Delete it</h2>
      <p>
        {children} Type its name,{' '}
        <strong>
          <bdi>{name}</bdi>
        </strong>
        , to say that you mean it.
      </p>
      <FormView visit={visit} name="delete" submit={`Delete the ${what}`} look="danger">
        <Field label="Its name">
          <input name="name" required autocomplete="off" value={typed(visit, 'delete', 'name')} />
        </Field>
      </FormView>
    </section>
  );
}

/** @throws CatalogError invalid_parameter where another name was typed */
export function assertNamed(fields: URLSearchParams, name: string): void {
  if (fields.get('name') !== name) throw invalidParameter('name', 'what you typed is not its name.');
}
