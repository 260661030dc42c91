import { resolve } from 'node:path';
import { rule } from './rule.ts';

export function choice<const Choice extends string>(...choices: readonly Choice[]) {
  return rule(choices.join(' or '), (text) => choices.find((choice) => choice === text));
}

export const flag = rule('on or off', (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined));

/** A whole number in decimal digits, both bounds allowed. */
export function wholeNumber(least: number, most: number, { of = '', meaning = '' } = {}) {
  return rule(`a whole number${of} from ${least} to ${most}${meaning}`, (text) => {
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    return number >= least && number <= most ? number : undefined;
  });
}

/** How long something is kept; 0: for ever. */
export function retentionDays(least: number) {
  const days = wholeNumber(least, 3_650);
  return rule(`0 (for ever) or a whole number of days from ${least} to 3650`, (text) =>
    text === '0' ? 0 : days.safeParse(text).data,
  );
}

export const ratio = rule('a number from 0 to 1', (text) =>
  /^(0|1|[01]?\.\d+)$/.test(text) && Number(text) <= 1 ? Number(text) : undefined,
);

/** `Production` or `prod` would silently switch the protections of `production` off. */
export const environmentName = rule(
  'production, written exactly so, or another name such as development or test',
  (text) => (text !== 'production' && /^prod(uction)?$/i.test(text) ? undefined : text),
);

export const folder = rule('a folder', (text) => resolve(text));

/** Some of several names, in the order of the names. */
export function some<const Name extends string>(...names: readonly Name[]) {
  return rule<ReadonlySet<Name>>(`a comma list of ${names.join(', ')}`, (text) => {
    const given = new Set(text.split(',').map((name) => name.trim()));
    const known = names.filter((name) => given.has(name));
    return known.length === given.size ? new Set(known) : undefined;
  });
}

const VISIBLE = /^[\x21-\x7e]+$/;

/** What is sent in a header. */
export const token = rule(
  'visible ASCII characters without spaces',
  (text) => (VISIBLE.test(text) ? text : undefined),
  { secret: true },
);

/** For rotation without interruption: earlier values follow a comma. */
export const sharedSecret = rule(
  'a secret, or the new one and the old one with a comma between, none of them empty',
  (text) => (text.split(',').every((value) => value.trim() !== '') ? text : undefined),
  { secret: true, anyCharacters: true },
);

export const audience = rule('1 to 255 visible ASCII characters without spaces', (text) =>
  text.length <= 255 && VISIBLE.test(text) ? text : undefined,
);

/** A part of a registration at OAUTH_ISSUER. */
export function registered(words: string, { secret = false } = {}) {
  return rule(words, (text) => (text.length <= 1_024 && VISIBLE.test(text) ? text : undefined), { secret });
}

export const scopes = rule(
  'scopes with a space between, openid among them, such as "openid api://catalog/access"',
  (text) => {
    const names = text.split(' ');
    const isScope = (name: string) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(name);
    return names.includes('openid') && names.every(isScope) ? text : undefined;
  },
);

export const humanClaim = rule(
  'the name of a claim that tokens of people alone have, or name=value, such as sid or idtyp=user',
  (text) => {
    const [, name = '', value = null] = /^([^\s=]{1,255})(?:=(\S{1,255}))?$/.exec(text) ?? [];
    return name === '' ? undefined : { name, value };
  },
);

/** Elasticsearch's rule for index names; the suffix needs some of its 255 bytes. */
export const indexName = rule(
  'a lower-case name of at most 200 letters, digits, hyphens, underscores and dots that begins with a letter or digit',
  (text) => (/^[a-z0-9][a-z0-9._-]{0,199}$/.test(text) ? text : undefined),
);

/** Their values are percent-encoded. */
export const headers = rule(
  'a comma list of name=value, such as api-key=…',
  (text) => (text.split(',').every((pair) => /^[^=]+=/.test(pair)) && isDecodable(text) ? text : undefined),
  { secret: true },
);

/** Whether each percent sign of a text is an encoding. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
