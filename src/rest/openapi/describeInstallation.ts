import type { Installation, OpenApi } from './servedDocument.ts';

type PathItem = NonNullable<OpenApi['paths']>[string];

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The description with the operator's quotas, issuer and origin. */
export function describeInstallation(document: OpenApi, { quotas, issuerUrl, publicUrl }: Installation): OpenApi {
  const servers = publicUrl == null ? document.servers : [{ url: publicUrl, description: 'This service' }];
  const described = { ...document, info: { ...document.info }, ...(servers && { servers }) };
  described.info.description = `${document.info.description}\n${quotaText(quotas)}`;
  if (issuerUrl === null) return described;
  const openIdConnect = {
    type: 'openIdConnect',
    openIdConnectUrl: `${issuerUrl.replace(/\/$/, '')}/.well-known/openid-configuration`,
    description:
      'The issuer of those access tokens: where applications send people to sign in, and take its tokens from.',
  } as const;
  const securitySchemes = { ...document.components?.securitySchemes, openIdConnect };
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => [path, withIssuer(item)]);
  return { ...described, components: { ...document.components, securitySchemes }, paths: Object.fromEntries(paths) };
}

function withIssuer(item: PathItem): PathItem {
  const changed = { ...item };
  for (const method of METHODS) {
    const operation = item[method];
    if (operation === undefined) continue;
    const security = (operation.security ?? []).flatMap((requirement) =>
      requirement.accessToken === undefined ? [requirement] : [requirement, { openIdConnect: requirement.accessToken }],
    );
    changed[method] = { ...operation, security };
  }
  return changed;
}

function quotaText({ anonymous, credentialed, address }: Installation['quotas']): string {
  return `**Quotas** of this service, in a minute from the first call: ${anonymous} calls of an address without a credential (of IPv6 a
/64), ${credentialed} of an application with all its keys, or of a person or program with access tokens, and ${address} requests of any kind of
one address. \`RateLimit-Policy\` and \`RateLimit\` tell what is left; 429 says in \`Retry-After\` how long to wait. A 304 to a tag in
If-None-Match mostly costs nothing.
`;
}
