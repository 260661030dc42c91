import { isLoopbackHost } from '../isLoopbackHost.ts';
import type { ConfigurationFault } from './configurationError.ts';
import type { Variables } from './environment.ts';

/** The shortest token that cannot be guessed: 16 characters of base64url are 96 bits. Required in production. */
const MINIMUM_TOKEN_LENGTH = 16;
/** HMAC-SHA256 is as strong as its key up to 32 bytes. Required in production. */
const MINIMUM_KEY_LENGTH = 32;

/** The contradictions between variables, and between a variable and NODE_ENV=production. */
export function contradictions(variables: Variables, production: boolean): ConfigurationFault[] {
  const { PORT, INTERNAL_PORT, METRICS_PORT, HOST, INTERNAL_HOST, ROLES } = variables;
  const { OAUTH_ISSUER, OAUTH_HUMAN_CLAIM, QUOTA_ANONYMOUS, QUOTA_CREDENTIALED } = variables;
  const isShared = HOST === INTERNAL_HOST || [HOST, INTERNAL_HOST].some((name) => name === '0.0.0.0' || name === '::');
  const rules: readonly (readonly [isBroken: boolean, variable: string, fault: string])[] = [
    [
      production && variables.SAMPLE_DATA === 'on',
      'SAMPLE_DATA',
      'is "on", which publishes a fictional season, but NODE_ENV is production: it must be catalogue or off',
    ],
    [
      production && variables.WEBHOOK_ALLOW_TARGETS !== undefined,
      'WEBHOOK_ALLOW_TARGETS',
      'lets webhooks reach addresses that are not public, but NODE_ENV is production: it must be unset',
    ],
    [
      variables.MIGRATE === 'off' && variables.DATABASE_URL === undefined,
      'MIGRATE',
      'is "off" and DATABASE_URL is unset: nothing else can migrate the embedded database, unset it',
    ],
    [
      variables.DATABASE_DIRECT_URL !== undefined && variables.DATABASE_URL === undefined,
      'DATABASE_DIRECT_URL',
      'is set and DATABASE_URL is not: without a pool of connections set that one alone',
    ],
    [
      QUOTA_ANONYMOUS >= QUOTA_CREDENTIALED,
      'QUOTA_ANONYMOUS',
      `is ${QUOTA_ANONYMOUS}, not below QUOTA_CREDENTIALED (${QUOTA_CREDENTIALED}): it must be lower. Set QUOTA_CREDENTIALED above it, or QUOTA_ANONYMOUS below that`,
    ],
    [
      OAUTH_HUMAN_CLAIM !== undefined && OAUTH_ISSUER === undefined,
      'OAUTH_HUMAN_CLAIM',
      'is set and OAUTH_ISSUER is not: tokens that people make here need no such claim, unset it',
    ],
    [
      variables.PORTAL_CLIENT_ID !== undefined && OAUTH_ISSUER === undefined,
      'PORTAL_CLIENT_ID',
      'is set and OAUTH_ISSUER is not: people sign in here, unset it',
    ],
    [
      variables.PORTAL_CLIENT_SECRET !== undefined && variables.PORTAL_CLIENT_ID === undefined,
      'PORTAL_CLIENT_SECRET',
      'is set and PORTAL_CLIENT_ID is not: set both, or neither',
    ],
    [
      production && OAUTH_ISSUER?.startsWith('http:') === true && !isLoopbackHost(new URL(OAUTH_ISSUER).hostname),
      'OAUTH_ISSUER',
      'is an http URL, so that anybody on the way could give out keys, but NODE_ENV is production: it must be https',
    ],
    [
      ROLES.has('rest') && PORT === INTERNAL_PORT && PORT !== 0 && isShared,
      'INTERNAL_PORT',
      `is ${INTERNAL_PORT}, the same as PORT: it must be another port`,
    ],
    [
      METRICS_PORT === INTERNAL_PORT && METRICS_PORT !== 0,
      'METRICS_PORT',
      `is ${METRICS_PORT}, the same as INTERNAL_PORT, which answers probes and metrics by itself: unset it, or set another port`,
    ],
    [
      ROLES.has('rest') && METRICS_PORT === PORT && PORT !== 0 && isShared,
      'METRICS_PORT',
      `is ${METRICS_PORT}, the same as PORT: it must be another port`,
    ],
  ];
  return [
    ...(production ? shortSecrets(variables) : []),
    ...rules.flatMap(([isBroken, variable, fault]) => (isBroken ? [{ variable, fault }] : [])),
  ];
}

/** Outside production a short secret is allowed. */
function shortSecrets({ INTERNAL_TOKEN, CURSOR_SECRET, SECRETS_KEY }: Variables): ConfigurationFault[] {
  const values = (text: string | undefined) => text?.split(',').map((value) => value.trim()) ?? [];
  const secrets = [
    {
      variable: 'INTERNAL_TOKEN',
      values: INTERNAL_TOKEN === undefined ? [] : [INTERNAL_TOKEN],
      least: MINIMUM_TOKEN_LENGTH,
    },
    { variable: 'CURSOR_SECRET', values: values(CURSOR_SECRET), least: MINIMUM_KEY_LENGTH },
    { variable: 'SECRETS_KEY', values: values(SECRETS_KEY), least: MINIMUM_KEY_LENGTH },
  ];
  return secrets
    .filter(({ values, least }) => values.some((value) => value.length < least))
    .map(({ variable, least }) => ({
      variable,
      fault: `is too short for NODE_ENV=production: it must have at least ${least} characters`,
    }));
}
