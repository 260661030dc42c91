import type { Configuration } from '../configuration/configuration.ts';
import { accountSignIn } from '../configuration/signIn.ts';
import type { InvitationPlace } from '../graph/user/invitations.ts';

/** Where invited people set their passwords: pages of this process, or of one with the role rest at PUBLIC_URL. */
export function invitationPlace(configuration: Configuration): InvitationPlace {
  const account = accountSignIn(configuration);
  if (account.kind === 'missing') return account;
  if (!configuration.PAGES) return { kind: 'missing', remedy: 'set PAGES to on, here and where the role rest is' };
  if (account.url === null && !configuration.ROLES.has('rest')) {
    return { kind: 'missing', remedy: 'set PUBLIC_URL to the origin of the process with the role rest' };
  }
  return { kind: 'served', origin: account.url };
}
