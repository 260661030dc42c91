export const DESK_LEAVE_PATH = '/review/leave';

export const DESK_SIGN_IN_PATH = '/review/sign-in';

/** The page of a proposal. */
export function proposalPath(id: string): string {
  return `/review/${id}`;
}

/** The page of an anime. */
export function animePath(id: string): string {
  return `/review/anime/${id}`;
}
