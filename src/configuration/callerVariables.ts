import type { z } from 'zod';
import type { ConfigurationFault } from './configurationError.ts';
import { choice, variable, wholeNumber } from './variable.ts';

/** Whose access tokens are taken. */
export type IssuerConfiguration =
  /** The service's own; `publicUrl` is the origin of the public listener as clients reach it, null: as each request names it. */
  | { readonly kind: 'embedded'; readonly publicUrl: string | null }
  /** Another's, known by its issuer identifier. */
  | { readonly kind: 'remote'; readonly url: string }
  | { readonly kind: 'none' };

/** Everything about callers of the public interface. */
export interface CallerConfiguration {
  readonly issuer: IssuerConfiguration;
  /** The `aud` of access tokens. */
  readonly audience: string;
  /** A claim, and perhaps its value, without which a token is no person's; null: none is demanded. */
  readonly humanClaim: { readonly name: string; readonly value: string | null } | null;
  /** Calls in a minute; for an address everything that it asks for, whoever calls. */
  readonly quotas: { readonly anonymous: number; readonly credentialed: number; readonly address: number };
  /** How long audit events are kept. */
  readonly auditRetentionDays: number;
  /** Null: quotas are counted in this process alone. The URL may hold a password. */
  readonly redis: { readonly url: string; readonly prefix: string } | null;
}

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

const redisUrl = variable({
  rule: 'a Redis URL such as redis://:password@host:6379/0, or rediss:// for TLS',
  secret: true,
  read: (text) => {
    const url = urlOf(text);
    return ['redis:', 'rediss:'].includes(url?.protocol ?? '') && url?.hostname !== '' ? text : undefined;
  },
});

const redisPrefix = variable({
  rule: '1 to 64 visible ASCII characters without spaces, such as anime-catalog:',
  read: (text) => (/^[\x21-\x7e]{1,64}$/.test(text) ? text : undefined),
});

const issuerUrl = variable({
  rule: 'an issuer identifier exactly as tokens name it in iss: an https URL (http for tests) without query, fragment or credentials',
  read: (text) => {
    const url = urlOf(text);
    const isPlain = url !== null && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
    return isPlain && ['http:', 'https:'].includes(url.protocol) ? text : undefined;
  },
});

const audience = variable({
  rule: '1 to 255 visible ASCII characters without spaces',
  read: (text) => (/^[\x21-\x7e]{1,255}$/.test(text) ? text : undefined),
});

const humanClaim = variable({
  rule: 'the name of a claim that tokens of people alone have, or name=value, such as sid or idtyp=user',
  read: (text) => {
    const [, name = '', value = null] = /^([^\s=]{1,255})(?:=(\S{1,255}))?$/.exec(text) ?? [];
    return name === '' ? undefined : { name, value };
  },
});

const origin = variable({
  rule: 'the origin of the public listener as clients reach it, such as https://catalog.example.org',
  read: (text) => {
    const url = urlOf(text);
    if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '') return undefined;
    return url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : undefined;
  },
});

const quota = variable({
  rule: 'a whole number from 1 to 1000000000: calls in a minute',
  read: (text) => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= 1_000_000_000 ? Number(text) : undefined),
});

/** Credentialed callers with a whole quota each that may share an address, by default. */
const CALLERS_OF_AN_ADDRESS = 10;

/** The variables about callers. */
export const callerVariables = {
  REDIS_URL: redisUrl.optional(),
  REDIS_PREFIX: redisPrefix.default('anime-catalog:'),
  OAUTH_ISSUER: issuerUrl.optional(),
  OAUTH_AUDIENCE: audience.default('anime-catalog'),
  OAUTH_HUMAN_CLAIM: humanClaim.optional(),
  AUDIT_RETENTION_DAYS: wholeNumber(30, 3_650).default(365),
  EMBEDDED_ISSUER: choice('on', 'off').optional(),
  PUBLIC_URL: origin.optional(),
  QUOTA_ANONYMOUS: quota.default(60),
  QUOTA_CREDENTIALED: quota.default(600),
  QUOTA_ADDRESS: quota.optional(),
} as const;

type Variables = z.output<z.ZodObject<typeof callerVariables>>;

export function callerConfiguration(variables: Variables, production: boolean): CallerConfiguration {
  const {
    REDIS_URL,
    REDIS_PREFIX,
    OAUTH_AUDIENCE,
    OAUTH_HUMAN_CLAIM,
    QUOTA_ANONYMOUS,
    QUOTA_CREDENTIALED,
    QUOTA_ADDRESS,
  } = variables;
  return {
    issuer: issuerOf(variables, production),
    audience: OAUTH_AUDIENCE,
    humanClaim: OAUTH_HUMAN_CLAIM ?? null,
    auditRetentionDays: variables.AUDIT_RETENTION_DAYS,
    quotas: {
      anonymous: QUOTA_ANONYMOUS,
      credentialed: QUOTA_CREDENTIALED,
      address: QUOTA_ADDRESS ?? CALLERS_OF_AN_ADDRESS * QUOTA_CREDENTIALED,
    },
    redis: REDIS_URL === undefined ? null : { url: REDIS_URL, prefix: REDIS_PREFIX },
  };
}

/** A machine on its own brings its issuer along; in production an operator says so. */
function issuerOf({ OAUTH_ISSUER, EMBEDDED_ISSUER, PUBLIC_URL }: Variables, production: boolean): IssuerConfiguration {
  if (OAUTH_ISSUER !== undefined) return { kind: 'remote', url: OAUTH_ISSUER };
  const isEmbedded = EMBEDDED_ISSUER === undefined ? !production : EMBEDDED_ISSUER === 'on';
  return isEmbedded ? { kind: 'embedded', publicUrl: PUBLIC_URL ?? null } : { kind: 'none' };
}

/** What contradicts itself or the rest. */
export function callerFaults(variables: Variables, production: boolean): ConfigurationFault[] {
  const { OAUTH_ISSUER, OAUTH_HUMAN_CLAIM, EMBEDDED_ISSUER, QUOTA_ANONYMOUS, QUOTA_CREDENTIALED, QUOTA_ADDRESS } =
    variables;
  const faults: ConfigurationFault[] = [];
  if (QUOTA_ANONYMOUS >= QUOTA_CREDENTIALED) {
    faults.push({
      variable: 'QUOTA_ANONYMOUS',
      fault: `is ${QUOTA_ANONYMOUS}, not below QUOTA_CREDENTIALED (${QUOTA_CREDENTIALED}): it must be lower. Set QUOTA_CREDENTIALED above it, or QUOTA_ANONYMOUS below that`,
    });
  }
  if (QUOTA_ADDRESS !== undefined && QUOTA_ADDRESS < QUOTA_CREDENTIALED) {
    faults.push({
      variable: 'QUOTA_ADDRESS',
      fault: `is ${QUOTA_ADDRESS}, below QUOTA_CREDENTIALED (${QUOTA_CREDENTIALED}), which no caller could use up: set it to that or above`,
    });
  }
  if (OAUTH_ISSUER !== undefined && EMBEDDED_ISSUER === 'on') {
    faults.push({ variable: 'EMBEDDED_ISSUER', fault: 'is "on" and OAUTH_ISSUER is set: unset one of them' });
  }
  if (OAUTH_HUMAN_CLAIM !== undefined && OAUTH_ISSUER === undefined) {
    faults.push({
      variable: 'OAUTH_HUMAN_CLAIM',
      fault: 'is set and OAUTH_ISSUER is not: tokens of the embedded issuer need no such claim, unset it',
    });
  }
  if (production && OAUTH_ISSUER?.startsWith('http:') && !isLoopback(OAUTH_ISSUER)) {
    faults.push({
      variable: 'OAUTH_ISSUER',
      fault:
        'is an http URL, so that anybody on the way could give out keys, but NODE_ENV is production: it must be https',
    });
  }
  return faults;
}

function isLoopback(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}
