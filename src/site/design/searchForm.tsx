import type { VNode } from 'preact';

/** The field of the search. @param typed what it holds already */
export function SearchForm({ typed = '' }: { readonly typed?: string }): VNode {
  return (
    <search>
      <form action="/explore" method="get">
        <label>
          <span class="unseen">Search titles</span>
          <input type="search" name="q" required maxLength={200} value={typed} placeholder="Search titles" />
        </label>
        <button type="submit">Search</button>
      </form>
    </search>
  );
}
