import type { Configuration } from '../configuration/configuration.ts';
import type { InvitationPlace } from '../graph/user/invitations.ts';

/** Where invited people set their passwords: pages of this process, or of one with the role rest at PUBLIC_URL. */
export function invitationPlace({ callers: { portal }, roles, site }: Configuration): InvitationPlace {
  if (portal.kind === 'missing') return portal;
  if (!site.pages) return { kind: 'missing', remedy: 'set PAGES to on, here and where the role rest is' };
  if (portal.publicUrl === null && !roles.has('rest')) {
    return { kind: 'missing', remedy: 'set PUBLIC_URL to the origin of the process with the role rest' };
  }
  return { kind: 'served', origin: portal.publicUrl };
}
