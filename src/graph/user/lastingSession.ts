import { Prisma } from '../../database/generated/client.ts';
import { OWN_ISSUER } from '../caller/issuerName.ts';
import { REVIEW } from '../model/permissions.ts';

/** Between two requests: OWASP, Session Management. */
export const SESSION_IDLE = '2 hours';
/** From sign-in on. */
export const SESSION_WHOLE = '12 hours';

/**
 * The condition on `portal_session s` that the session is valid: not ended by its age, or by a revocation of what
 * another issuer issued. At the desk, people who sign in here need the permission all the time.
 */
export const isLasting = Prisma.sql`
  s.seen_at > now() - ${SESSION_IDLE}::interval AND s.created_at > now() - ${SESSION_WHOLE}::interval
  AND NOT EXISTS (
    SELECT FROM revocation r WHERE r.issuer = s.issuer AND r.kind = 'user' AND r.name = s.subject AND r.not_before >= s.issued_at
  )
  AND (NOT s.at_desk OR s.issuer <> ${OWN_ISSUER} OR EXISTS (
    SELECT FROM issuer_user u WHERE u.name = s.subject AND ${REVIEW} = ANY (u.permissions)
  ))`;
