/** Between the pages of the desk and GraphiQL. */
export const DESK_NAVIGATION = [
  ['/', 'Desk'],
  ['/review', 'Review'],
  ['/review/history', 'Decided'],
  ['/graphql', 'GraphiQL'],
] as const;

export const DESK_LEAVE_PATH = '/review/leave';

export const DESK_SIGN_IN_PATH = '/review/sign-in';

/** The page of a proposal. */
export function proposalPath(id: string): string {
  return `/review/${id}`;
}

/** The page of a webhook. */
export function webhookPath({ applicationId, id }: { readonly applicationId: string; readonly id: string }): string {
  return `/review/webhooks/${applicationId}/${id}`;
}

/** The page of an anime. */
export function animePath(id: string): string {
  return `/review/anime/${id}`;
}
