import type { PeopleRule } from '../../../src/identity/token/callerOfClaims.ts';

/** Claims as issuers write them into access tokens, ids made up; iss, aud and times are the test's own. */
export const tokenShapes: readonly {
  readonly name: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly people: PeopleRule;
  /** `doubted`: a user, but not known to be a person. */
  readonly kind: 'person' | 'doubted' | 'client' | null;
  readonly id?: string;
  readonly scopes?: readonly string[];
}[] = [
  {
    name: 'Keycloak: a person',
    claims: {
      sub: '9a3d6d5e',
      azp: 'my-app',
      sid: 'b3f1',
      realm_access: { roles: ['offline_access'] },
      scope: 'openid email webhooks.write',
      preferred_username: 'ann',
    },
    people: { name: 'sid', value: null },
    kind: 'person',
    id: '9a3d6d5e',
    scopes: ['openid', 'email', 'webhooks.write'],
  },
  {
    name: 'Keycloak: a service account, whatever a mapper calls it',
    claims: {
      sub: 'd7f0f5c5',
      azp: 'my-service',
      scope: 'anime.read webhooks.write',
      preferred_username: 'nightly-job',
      client_id: 'my-service',
    },
    people: { name: 'sid', value: null },
    kind: 'doubted',
    id: 'd7f0f5c5',
  },
  {
    name: 'Auth0: a person',
    claims: {
      sub: 'auth0|65f0',
      azp: 'KyX0mB1n',
      scope: 'openid webhooks.write',
      permissions: ['anime.read'],
      'https://catalog/human': true,
    },
    people: { name: 'https://catalog/human', value: 'true' },
    kind: 'person',
    id: 'auth0|65f0',
    scopes: ['openid', 'webhooks.write'],
  },
  {
    name: 'Auth0: a machine',
    claims: { sub: 'KyX0mB1n@clients', azp: 'KyX0mB1n', scope: 'webhooks.write', gty: 'client-credentials' },
    people: { name: 'https://catalog/human', value: 'true' },
    kind: 'doubted',
  },
  {
    name: 'Entra ID: a person',
    claims: {
      azp: '6e74172b',
      idtyp: 'user',
      oid: '690222be',
      scp: 'anime.read webhooks.write',
      sub: 'HKZpfaHy',
      ver: '2.0',
    },
    people: { name: 'scp', value: null },
    kind: 'person',
    id: 'HKZpfaHy',
    scopes: ['anime.read', 'webhooks.write'],
  },
  {
    name: 'Entra ID: an app, which has roles and no scopes',
    claims: { azp: '6e74172b', oid: '07ef', sub: '07ef', roles: ['webhooks.write'], ver: '2.0' },
    people: { name: 'scp', value: null },
    kind: 'client',
    id: '6e74172b',
    scopes: [],
  },
  {
    name: 'Okta: a person',
    claims: { ver: 1, cid: '0oa1', uid: '00u1', scp: ['openid', 'webhooks.write'], sub: 'ann@example.com' },
    people: { name: 'uid', value: null },
    kind: 'person',
    id: 'ann@example.com',
    scopes: ['openid', 'webhooks.write'],
  },
  {
    name: 'Okta: a machine',
    claims: { ver: 1, cid: '0oa1', scp: ['webhooks.write'], sub: '0oa1' },
    people: { name: 'uid', value: null },
    kind: 'doubted',
  },
  {
    name: 'authentik: a person',
    claims: { sub: '4a1f', sid: '9c02', preferred_username: 'ann', azp: 'vX8', scope: 'openid webhooks.write' },
    people: { name: 'sid', value: null },
    kind: 'person',
    id: '4a1f',
  },
  {
    name: 'authentik: a service account with an app password',
    claims: { sub: '81aa', preferred_username: 'nightly-job', azp: 'vX8', scope: 'profile webhooks.write' },
    people: { name: 'sid', value: null },
    kind: 'doubted',
  },
  {
    name: 'Zitadel: a person, with claims of an action',
    claims: { sub: '1638', client_id: '1639', 'catalog:user_type': 'human', scope: 'openid webhooks.write' },
    people: { name: 'catalog:user_type', value: 'human' },
    kind: 'person',
    id: '1638',
  },
  {
    name: 'Zitadel: a service user, whose client_id is its name and whose sub is its number',
    claims: { sub: '1700', client_id: 'nightly-job', 'catalog:user_type': 'machine', scope: 'webhooks.write' },
    people: { name: 'catalog:user_type', value: 'human' },
    kind: 'doubted',
  },
  {
    name: 'Kubernetes: a service account to which a proxy gave scopes',
    claims: { sub: 'system:serviceaccount:jobs:nightly', scope: 'webhooks.write' },
    people: 'unknown',
    kind: 'doubted',
  },
  {
    name: 'this service: a person',
    claims: { sub: 'ann', client_id: '0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f', scope: 'webhooks.write' },
    people: 'own',
    kind: 'person',
    id: 'ann',
  },
  {
    name: 'a foreign issuer of which no claim is known',
    claims: { sub: 'ann', client_id: 'app', sid: 'b3f1', scope: 'webhooks.write' },
    people: 'unknown',
    kind: 'doubted',
    id: 'ann',
  },
  ...['client_id', 'azp'].map((claim) => ({
    name: `a sub that is the ${claim}, whatever else there is`,
    claims: { sub: 'app', [claim]: 'app', human: true, scope: 'webhooks.write' },
    people: { name: 'human', value: null },
    kind: 'client' as const,
    id: 'app',
  })),
  {
    name: 'a demanded claim among several values',
    claims: { sub: 'ann', scope: 'webhooks.write', groups: ['all', 'people'] },
    people: { name: 'groups', value: 'people' },
    kind: 'person',
    id: 'ann',
  },
  ...[false, null, '', [], [null, '']].map((human) => ({
    name: `a demanded claim that is ${JSON.stringify(human)} is not there`,
    claims: { sub: 'ann', scope: 'webhooks.write', human },
    people: { name: 'human', value: null },
    kind: 'doubted' as const,
  })),
  {
    name: 'a demanded claim that every object has by its prototype is not there',
    claims: { sub: 'ann', scope: 'webhooks.write' },
    people: { name: 'constructor', value: null },
    kind: 'doubted',
  },
  {
    name: 'a sub with a control character',
    claims: { sub: 'ann\u0000', scope: 'anime.read' },
    people: 'own',
    kind: null,
  },
  { name: 'a sub of 256 characters', claims: { sub: 'a'.repeat(256), scope: 'anime.read' }, people: 'own', kind: null },
  {
    name: 'roles and permissions are no scopes',
    claims: { sub: 'ann', roles: ['anime.read'], permissions: ['anime.read'] },
    people: 'own',
    kind: 'client',
    id: 'ann',
    scopes: [],
  },
  { name: 'nobody', claims: { scope: 'anime.read' }, people: 'own', kind: null },
  { name: 'an empty sub', claims: { sub: '', scope: 'anime.read' }, people: 'own', kind: null },
  { name: 'a sub that is no text', claims: { sub: 7, scope: 'anime.read' }, people: 'own', kind: null },
];
