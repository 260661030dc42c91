import type { interactionPolicy } from 'oidc-provider';

/**
 * When somebody is asked to sign in or to agree: as oidc-provider does, and where a session's account may not go on
 * (isStillGranted), which oidc-provider takes for granted.
 */
export function signInPolicy({ base, Check }: typeof interactionPolicy): interactionPolicy.Prompt[] {
  const policy = base();
  const isRevoked = new Check(
    'no_account',
    'End-User authentication is required',
    'login_required',
    ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
  );
  policy.get('login')?.checks.add(isRevoked);
  return policy;
}
