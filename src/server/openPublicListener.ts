import type { Listener } from '../listener/openListener.ts';
import { observeRefusals } from '../telemetry/observeRequests.ts';
import { closeOnStop, openObservedListener } from './observedListener.ts';
import type { Service } from './service.ts';

/** The public interface under /v1; null without the role rest. @throws StartError */
export async function openPublicListener(service: Service): Promise<Listener | null> {
  const { configuration, secrets, metrics, schema, ports, callers, logger, closers } = service;
  const { cursorSecrets } = secrets;
  if (service.rest === null || cursorSecrets === null) return null;
  const { ownTokens } = callers;
  const { HOST: host, PORT: port, CONNECTIONS_PER_ADDRESS: connectionsPerAddress, quotas } = configuration;
  const representations = new service.rest.RepresentationCache(configuration.REPRESENTATION_CACHE_MB * 1_000_000);
  metrics.meterRepresentations(() => representations.statistics());
  const rest = service.rest.createRestApp({
    schema,
    ports,
    cursorSecrets,
    representations,
    installation: {
      quotas,
      issuerUrl: configuration.OAUTH_ISSUER ?? null,
      publicUrl: configuration.PUBLIC_URL ?? null,
    },
    site: service.rest.publicSite({
      hasPages: configuration.PAGES,
      imageHosts: configuration.PAGES_IMAGE_HOSTS ?? [],
      portal: callers.portal,
    }),
    securityContact: configuration.SECURITY_CONTACT ?? null,
    callers,
    publicKeys: ownTokens === null ? null : () => ownTokens.publicKeys(),
    logger,
    trustProxy: configuration.TRUST_PROXY,
    onUnreadProxy: (address) => {
      if (callers.unreadProxy === null)
        logger.warn({ address }, 'X-Forwarded-For of a peer that TRUST_PROXY does not name is not read');
      callers.unreadProxy = address;
    },
  });
  const variables = { host: 'HOST', port: 'PORT' };
  const observed = { logger, metrics: metrics.http, listener: 'public', requestLevel: service.requestLevel } as const;
  const onRefusal = observeRefusals(observed);
  const server = service.rest.createRestServer(rest.app, {
    keepAliveMs: configuration.KEEP_ALIVE_MS,
    onRefusal,
    ...(connectionsPerAddress > 0 && { connectionsPerAddress }),
  });
  const listener = await openObservedListener({ server, variables, host, port, ...observed });
  closeOnStop(listener, { closers, ...observed }, () => service.drainUntil);
  closers.add(() => rest.release());
  return listener;
}
