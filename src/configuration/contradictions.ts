import type { z } from 'zod';
import { isLoopbackHost } from '../base/isLoopbackHost.ts';
import type { table } from './variables.ts';

/** The shortest token that cannot be guessed: 16 characters of base64url are 96 bits. Required in production. */
const MINIMUM_TOKEN_LENGTH = 16;
/** HMAC-SHA256 is as strong as its key up to 32 bytes. Required in production. */
const MINIMUM_KEY_LENGTH = 32;

/** Refuses variables that contradict each other, or NODE_ENV=production. */
export function refuseContradictions(given: z.output<typeof table>, context: z.RefinementCtx): void {
  const { PORT, INTERNAL_PORT, METRICS_PORT, HOST, INTERNAL_HOST, QUOTA_ANONYMOUS, QUOTA_CREDENTIALED } = given;
  const {
    NODE_ENV,
    OAUTH_ISSUER,
    DATABASE_URL,
    INTERNAL_TOKEN = '',
    INTERNAL_READ_TOKEN = '',
    CURSOR_SECRET = '',
    SECRETS_KEY = '',
  } = given;
  const production = NODE_ENV === 'production';
  const isPublic = given.ROLES.has('rest');
  const isShared = HOST === INTERNAL_HOST || [HOST, INTERNAL_HOST].some((name) => name === '0.0.0.0' || name === '::');
  const isWeak = (values: readonly string[], least: number) =>
    production && values.some((value) => value !== '' && value.trim().length < least);
  const tooShort = (least: number) => `is too short for NODE_ENV=production: it must have at least ${least} characters`;

  const refuse = (isBroken: boolean, variable: string, fault: string) => {
    if (isBroken) context.addIssue({ code: 'custom', path: [variable], message: fault });
  };
  refuse(isWeak([INTERNAL_TOKEN], MINIMUM_TOKEN_LENGTH), 'INTERNAL_TOKEN', tooShort(MINIMUM_TOKEN_LENGTH));
  refuse(isWeak([INTERNAL_READ_TOKEN], MINIMUM_TOKEN_LENGTH), 'INTERNAL_READ_TOKEN', tooShort(MINIMUM_TOKEN_LENGTH));
  refuse(
    INTERNAL_READ_TOKEN !== '' && INTERNAL_READ_TOKEN === INTERNAL_TOKEN,
    'INTERNAL_READ_TOKEN',
    'is the same as INTERNAL_TOKEN, which may change everything: it must be another one',
  );
  refuse(isWeak(CURSOR_SECRET.split(','), MINIMUM_KEY_LENGTH), 'CURSOR_SECRET', tooShort(MINIMUM_KEY_LENGTH));
  refuse(isWeak(SECRETS_KEY.split(','), MINIMUM_KEY_LENGTH), 'SECRETS_KEY', tooShort(MINIMUM_KEY_LENGTH));
  refuse(
    production && given.SAMPLE_DATA === 'on',
    'SAMPLE_DATA',
    'is "on", which publishes a fictional season, but NODE_ENV is production: it must be catalogue or off',
  );
  refuse(
    production && given.WEBHOOK_ALLOW_TARGETS !== undefined,
    'WEBHOOK_ALLOW_TARGETS',
    'lets webhooks reach addresses that are not public, but NODE_ENV is production: it must be unset',
  );
  refuse(
    !given.MIGRATE && DATABASE_URL === undefined,
    'MIGRATE',
    'is "off" and DATABASE_URL is unset: nothing else can migrate the embedded database, unset it',
  );
  refuse(
    given.DATABASE_DIRECT_URL !== undefined && DATABASE_URL === undefined,
    'DATABASE_DIRECT_URL',
    'is set and DATABASE_URL is not: without a pool of connections set that one alone',
  );
  refuse(
    QUOTA_ANONYMOUS >= QUOTA_CREDENTIALED,
    'QUOTA_ANONYMOUS',
    `is ${QUOTA_ANONYMOUS}, not below QUOTA_CREDENTIALED (${QUOTA_CREDENTIALED}): it must be lower. Set QUOTA_CREDENTIALED above it, or QUOTA_ANONYMOUS below that`,
  );
  refuse(
    given.OAUTH_HUMAN_CLAIM !== undefined && OAUTH_ISSUER === undefined,
    'OAUTH_HUMAN_CLAIM',
    'is set and OAUTH_ISSUER is not: tokens that people make here need no such claim, unset it',
  );
  refuse(
    given.PORTAL_CLIENT_ID !== undefined && OAUTH_ISSUER === undefined,
    'PORTAL_CLIENT_ID',
    'is set and OAUTH_ISSUER is not: people sign in here, unset it',
  );
  refuse(
    given.PORTAL_CLIENT_SECRET !== undefined && given.PORTAL_CLIENT_ID === undefined,
    'PORTAL_CLIENT_SECRET',
    'is set and PORTAL_CLIENT_ID is not: set both, or neither',
  );
  refuse(
    production && OAUTH_ISSUER?.startsWith('http:') === true && !isLoopbackHost(new URL(OAUTH_ISSUER).hostname),
    'OAUTH_ISSUER',
    'is an http URL, so that anybody on the way could give out keys, but NODE_ENV is production: it must be https',
  );
  refuse(
    isPublic && PORT === INTERNAL_PORT && PORT !== 0 && isShared,
    'INTERNAL_PORT',
    `is ${INTERNAL_PORT}, the same as PORT: it must be another port`,
  );
  refuse(
    METRICS_PORT === INTERNAL_PORT && METRICS_PORT !== 0,
    'METRICS_PORT',
    `is ${METRICS_PORT}, the same as INTERNAL_PORT, which answers probes and metrics by itself: unset it, or set another port`,
  );
  refuse(
    isPublic && METRICS_PORT === PORT && PORT !== 0 && isShared,
    'METRICS_PORT',
    `is ${METRICS_PORT}, the same as PORT: it must be another port`,
  );
}
