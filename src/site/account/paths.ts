/** The path of sign-in; its parameter `to` is the page that follows. */
export const SIGN_IN_PATH = '/account/sign-in';
/** The redirect path, registered at OAUTH_ISSUER. */
export const SIGNED_IN_PATH = '/account/signed-in';
export const SIGN_OUT_PATH = '/account/sign-out';
export const SIGNED_OUT_PATH = '/account/signed-out';

export const YOU_PATH = '/account/you';
export const TOKENS_PATH = '/account/tokens';

/** The page of an application, or one of its tabs. */
export function applicationPath(id: string, ...rest: readonly string[]): string {
  return ['/account/applications', id, ...rest].map((part) => part).join('/');
}
