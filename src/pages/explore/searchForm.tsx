import type { VNode } from 'preact';
import { Field } from '../../html/field.tsx';

/** The field of the search. @param typed what it holds already */
export function SearchForm({ typed = '' }: { readonly typed?: string }): VNode {
  return (
    <search>
      <form action="/explore" method="get">
        <Field label="Search titles">
          <input type="search" name="q" required maxLength={200} value={typed} />
        </Field>
        <button type="submit">Search</button>
      </form>
    </search>
  );
}
