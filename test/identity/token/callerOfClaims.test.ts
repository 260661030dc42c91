import { expect, test } from '@jest/globals';
import { callerOfClaims, type PeopleRule } from '../../../src/identity/token/callerOfClaims.ts';

type Claims = Parameters<typeof callerOfClaims>[0];

/** `doubted`: a user, but not known to be a person. */
type Kind = 'person' | 'doubted' | 'client' | null;
/** Claims as issuers write them into access tokens, ids made up, and the caller's id and scopes. */
type Row = readonly [name: string, people: PeopleRule, claims: Claims, kind: Kind, id?: string, scopes?: string];

const of = (name: string, value: string | null = null) => ({ name, value });
const write = { scope: 'webhooks.write' };
const read = { scope: 'anime.read' };

const issuers: readonly Row[] = [
  [
    'Keycloak: a person',
    of('sid'),
    { sub: '9a3d6d5e', azp: 'my-app', sid: 'b3f1', scope: 'openid email webhooks.write', preferred_username: 'ann' },
    ...(['person', '9a3d6d5e', 'openid email webhooks.write'] as const),
  ],
  [
    'Keycloak: a service account, whatever a mapper calls it',
    of('sid'),
    { ...write, sub: 'd7f0f5c5', azp: 'my-service', preferred_username: 'nightly-job', client_id: 'my-service' },
    ...(['doubted', 'd7f0f5c5'] as const),
  ],
  [
    'Auth0: a person',
    of('https://catalog/human', 'true'),
    { ...write, sub: 'auth0|65f0', azp: 'KyX0mB1n', permissions: ['anime.read'], 'https://catalog/human': true },
    ...(['person', 'auth0|65f0', 'webhooks.write'] as const),
  ],
  [
    'Auth0: a machine',
    of('https://catalog/human', 'true'),
    { ...write, sub: 'KyX0mB1n@clients', azp: 'KyX0mB1n', gty: 'client-credentials' },
    'doubted',
  ],
  [
    'Entra ID: a person',
    of('scp'),
    { azp: '6e74172b', idtyp: 'user', oid: '690222be', scp: 'anime.read webhooks.write', sub: 'HKZpfaHy' },
    ...(['person', 'HKZpfaHy', 'anime.read webhooks.write'] as const),
  ],
  [
    'Entra ID: an app, which has roles and no scopes',
    of('scp'),
    { azp: '6e74172b', oid: '07ef', sub: '07ef', roles: ['webhooks.write'] },
    ...(['client', '6e74172b', ''] as const),
  ],
  [
    'Okta: a person',
    of('uid'),
    { cid: '0oa1', uid: '00u1', scp: ['openid', 'webhooks.write'], sub: 'ann@example.com' },
    ...(['person', 'ann@example.com', 'openid webhooks.write'] as const),
  ],
  ['Okta: a machine', of('uid'), { cid: '0oa1', scp: ['webhooks.write'], sub: '0oa1' }, 'doubted'],
  ['authentik: a person', of('sid'), { ...write, sub: '4a1f', sid: '9c02', azp: 'vX8' }, 'person', '4a1f'],
  ['authentik: a service account', of('sid'), { ...write, sub: '81aa', azp: 'vX8' }, 'doubted'],
  [
    'Zitadel: a person, with claims of an action',
    of('catalog:user_type', 'human'),
    { ...write, sub: '1638', client_id: '1639', 'catalog:user_type': 'human' },
    ...(['person', '1638'] as const),
  ],
  [
    'Zitadel: a service user, whose client_id is its name and whose sub is its number',
    of('catalog:user_type', 'human'),
    { ...write, sub: '1700', client_id: 'nightly-job', 'catalog:user_type': 'machine' },
    'doubted',
  ],
  ['a service account of Kubernetes', 'unknown', { ...write, sub: 'system:serviceaccount:jobs:nightly' }, 'doubted'],
  ['this service: a person', 'own', { ...write, sub: 'ann', client_id: '0198c7a2' }, 'person', 'ann'],
  ['an issuer of which no claim is known', 'unknown', { ...write, sub: 'ann', sid: 'b3f1' }, 'doubted', 'ann'],
];

const claims: readonly Row[] = [
  [
    'a sub that is the client_id',
    of('human'),
    { ...write, sub: 'app', client_id: 'app', human: true },
    'client',
    'app',
  ],
  ['a sub that is the azp', of('human'), { ...write, sub: 'app', azp: 'app', human: true }, 'client', 'app'],
  [
    'one of several values',
    of('groups', 'people'),
    { ...write, sub: 'ann', groups: ['all', 'people'] },
    'person',
    'ann',
  ],
  ...[false, null, '', [], [null, '']].map(
    (human): Row => [
      `a claim ${JSON.stringify(human)} is not there`,
      of('human'),
      { ...write, sub: 'ann', human },
      'doubted',
    ],
  ),
  ['a claim that every object has by its prototype', of('constructor'), { ...write, sub: 'ann' }, 'doubted'],
  ['a sub with a control character', 'own', { ...read, sub: 'ann\u0000' }, null],
  ['a sub of 256 characters', 'own', { ...read, sub: 'a'.repeat(256) }, null],
  [
    'roles and permissions are no scopes',
    'own',
    { sub: 'ann', roles: ['anime.read'], permissions: ['x'] },
    'client',
    'ann',
    '',
  ],
  ['nobody', 'own', read, null],
  ['an empty sub', 'own', { ...read, sub: '' }, null],
  ['a sub that is no text', 'own', { ...read, sub: 7 as never }, null],
];

test.each([...issuers, ...claims])('%s', (...[, people, given, kind, id, scopes]: Row) => {
  const caller = callerOfClaims(given, people);
  const isDoubted = caller?.kind === 'user' && caller.doubt !== undefined;
  expect(caller?.kind === 'user' ? (isDoubted ? 'doubted' : 'person') : (caller?.kind ?? null)).toBe(kind);
  if (id !== undefined) expect(caller).toMatchObject(kind === 'client' ? { clientId: id } : { subject: id });
  if (scopes !== undefined) expect([...(caller?.scopes ?? [])].join(' ')).toBe(scopes);
});

test.each([
  ['unknown', /its operator sets OAUTH_HUMAN_CLAIM/],
  [{ name: 'sid', value: null }, /lacks the claim sid,/],
  [{ name: 'idtyp', value: 'user' }, /lacks the claim idtyp=user,/],
] as const)('a doubt by the rule %j says what is missing', (people, doubt) => {
  expect(callerOfClaims({ sub: 'ann', azp: 'app', scope: 'webhooks.write' }, people)).toMatchObject({
    doubt: expect.stringMatching(doubt),
  });
});
