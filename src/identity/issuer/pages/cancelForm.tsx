import type { VNode } from 'preact';

/** Leads back to the application with a refusal. */
export function CancelForm({ action }: { readonly action: string }): VNode {
  return (
    <form method="post" action={`${action}/cancel`}>
      <button type="submit" class="quiet">
        Cancel
      </button>
    </form>
  );
}
