import type { Configuration } from '../configuration/configuration.ts';
import { accountSignIn } from '../configuration/signIn.ts';
import type { InvitationPlace } from '../graph/user/invitations.ts';

/**
 * Where invited people set their passwords: pages of this process, or of one with the role rest at PUBLIC_URL.
 * @param publicUrl of this process's public listener; null while it is not open, and without the role rest
 */
export function invitationPlace(configuration: Configuration, publicUrl: string | null): InvitationPlace {
  const account = accountSignIn(configuration);
  if (account.kind === 'missing') return account;
  if (!configuration.PAGES) return { kind: 'missing', remedy: 'set PAGES to on, here and where the role rest is' };
  const origin = account.url ?? publicUrl;
  if (origin !== null) return { kind: 'served', origin };
  return configuration.ROLES.has('rest')
    ? { kind: 'missing', remedy: 'wait until the service is ready' }
    : { kind: 'missing', remedy: 'set PUBLIC_URL to the origin of the process with the role rest' };
}
