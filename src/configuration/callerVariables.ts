import type { z } from 'zod';
import { parseUrl } from '../parseUrl.ts';
import { type DeskConfiguration, deskConfiguration } from './deskConfiguration.ts';
import { isDecodable, origin } from './networkVariables.ts';
import { type PortalConfiguration, portalConfiguration, portalVariables } from './portalVariables.ts';
import { variable, wholeNumber } from './variable.ts';

/** The issuer whose access tokens are accepted. */
export type IssuerConfiguration =
  /** People sign in here; `publicUrl` is the origin of the public listener, null outside production. */
  | { readonly kind: 'own'; readonly publicUrl: string | null }
  /** OAUTH_ISSUER, identified by its issuer URL. */
  | { readonly kind: 'remote'; readonly url: string };

/** The settings about callers of the public interface. */
export interface CallerConfiguration {
  readonly issuer: IssuerConfiguration;
  /** How people sign in to the pages of their account. */
  readonly portal: PortalConfiguration;
  /** How a team signs in to the desk. */
  readonly desk: DeskConfiguration;
  /** The `aud` of access tokens. */
  readonly audience: string;
  /** The claim, and optionally its value, that marks a person's token of a foreign issuer; null: nobody knows. */
  readonly humanClaim: { readonly name: string; readonly value: string | null } | null;
  /** Calls a minute; an address's limit counts all its requests, with and without credentials. */
  readonly quotas: { readonly anonymous: number; readonly credentialed: number; readonly address: number };
  /** Null: each process counts quotas alone. The URL may hold a password. */
  readonly redis: { readonly url: string; readonly prefix: string } | null;
}

const redisUrl = variable({
  rule: 'a Redis URL such as redis://:password@host:6379/0 (special characters percent-encoded, 0 is the database), or rediss:// for TLS',
  secret: true,
  read: (text) => {
    const url = parseUrl(text);
    const isRedis = url !== null && ['redis:', 'rediss:'].includes(url.protocol) && url.hostname !== '';
    return isRedis && isDecodable(url) && /^(\/\d*)?$/.test(url.pathname) ? text : undefined;
  },
});

const issuerUrl = variable({
  rule: 'an issuer identifier exactly as tokens name it in iss: an https URL (http for tests) without query, fragment or credentials',
  read: (text) => {
    const url = parseUrl(text);
    const isPlain = url !== null && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
    return isPlain && ['http:', 'https:'].includes(url.protocol) ? text : undefined;
  },
});

const visibleAscii = (longest: number, example = '') =>
  variable({
    rule: `1 to ${longest} visible ASCII characters without spaces${example}`,
    read: (text) => (text.length <= longest && /^[\x21-\x7e]+$/.test(text) ? text : undefined),
  });

const humanClaim = variable({
  rule: 'the name of a claim that tokens of people alone have, or name=value, such as sid or idtyp=user',
  read: (text) => {
    const [, name = '', value = null] = /^([^\s=]{1,255})(?:=(\S{1,255}))?$/.exec(text) ?? [];
    return name === '' ? undefined : { name, value };
  },
});

const publicUrl = origin('the public listener as clients reach it, such as https://catalog.example.org');

const quota = wholeNumber(1, 1_000_000_000, { meaning: ': calls in a minute' });

/** How many credentialed callers with a full quota each may share an address. */
const CALLERS_OF_AN_ADDRESS = 10;

/** The variables about callers, with their rules. */
export const callerVariables = {
  REDIS_URL: redisUrl.optional(),
  REDIS_PREFIX: visibleAscii(64, ', such as anime-catalog:').default('anime-catalog:'),
  OAUTH_ISSUER: issuerUrl.optional(),
  OAUTH_AUDIENCE: visibleAscii(255).default('anime-catalog'),
  OAUTH_HUMAN_CLAIM: humanClaim.optional(),
  PUBLIC_URL: publicUrl.optional(),
  ...portalVariables,
  QUOTA_ANONYMOUS: quota.default(60),
  QUOTA_CREDENTIALED: quota.default(600),
} as const;

type Variables = z.output<z.ZodObject<typeof callerVariables>> & { readonly INTERNAL_URL?: string | undefined };

export function callerConfiguration(variables: Variables, production: boolean): CallerConfiguration {
  const { REDIS_URL, REDIS_PREFIX, OAUTH_AUDIENCE, OAUTH_HUMAN_CLAIM, QUOTA_ANONYMOUS, QUOTA_CREDENTIALED } = variables;
  const issuer = issuerOf(variables);
  return {
    issuer,
    portal: portalConfiguration(variables, issuer.kind, production),
    desk: deskConfiguration(variables, issuer.kind),
    audience: OAUTH_AUDIENCE,
    humanClaim: OAUTH_HUMAN_CLAIM ?? null,
    quotas: {
      anonymous: QUOTA_ANONYMOUS,
      credentialed: QUOTA_CREDENTIALED,
      address: CALLERS_OF_AN_ADDRESS * QUOTA_CREDENTIALED,
    },
    redis: REDIS_URL === undefined ? null : { url: REDIS_URL, prefix: REDIS_PREFIX },
  };
}

function issuerOf({ OAUTH_ISSUER, PUBLIC_URL }: Variables): IssuerConfiguration {
  return OAUTH_ISSUER === undefined
    ? { kind: 'own', publicUrl: PUBLIC_URL ?? null }
    : { kind: 'remote', url: OAUTH_ISSUER };
}
