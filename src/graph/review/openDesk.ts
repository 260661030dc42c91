import { DESK_ENTRY_PATH, DESK_LINK_SECONDS, type Desk } from '../caller/desk.ts';
import { CatalogError } from '../model/errors.ts';

/** @throws CatalogError invalid_parameter without a name, conflict where no desk is served */
export async function openDesk(
  { desk, now }: { readonly desk?: Desk | null | undefined; readonly now: () => Date },
  reviewer: string | null,
) {
  if (desk == null) throw new CatalogError('conflict', 'This process serves no desk: it needs the role graph.');
  if (reviewer === null) {
    throw new CatalogError('invalid_parameter', 'reviewer is required: decisions record who made them.', {
      parameter: 'reviewer',
    });
  }
  const invitation = await desk.invite(reviewer);
  const expiresAt = new Date(now().getTime() + DESK_LINK_SECONDS * 1000).toISOString();
  return { path: `${DESK_ENTRY_PATH}?invitation=${invitation}`, reviewer, expiresAt };
}
