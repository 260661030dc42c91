/** The issuer's name in owners and sessions where people sign in here; others are named by their URL. */
export const OWN_ISSUER = 'own';
