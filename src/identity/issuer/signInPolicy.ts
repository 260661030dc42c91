import type { interactionPolicy } from 'oidc-provider';

/**
 * When a user must sign in or consent: as oidc-provider decides, and also when a session's account is no longer valid
 * (isStillGranted), which oidc-provider does not check.
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
