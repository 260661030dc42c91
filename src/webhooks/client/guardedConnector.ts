import { isIP, type LookupFunction } from 'node:net';
import { createSecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { type ExemptTargets, targetOf } from '../../graph/webhook/receiverUrl.ts';
import { addressRefusal } from './addressRefusal.ts';
import { UnsafeAddressError } from './attemptError.ts';
import { continueAsProcessing } from './continueAsProcessing.ts';
import { type ResolveHost, systemResolver } from './resolveHost.ts';

/** How long each address is tried before the next; the last one has the rest of the attempt. */
const NEXT_ADDRESS_MS = 2_000;
const CONNECT_MS = 15_000;

/**
 * Connects to receivers: resolves the name, refuses it when any of its addresses is not public, and tries the checked
 * addresses in turn. TLS is validated as usual, against Node's store and NODE_EXTRA_CA_CERTS; sessions are never
 * resumed, so that every connection checks the certificate.
 *
 * @param ca trusted authorities, in PEM, instead of the defaults
 */
export function guardedConnector(exempt: ExemptTargets, resolve: ResolveHost, ca?: string): buildConnector.connector {
  const common = {
    secureContext: createSecureContext(ca === undefined ? {} : { ca }),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    maxCachedSessions: 0,
    timeout: CONNECT_MS,
  };
  const guarded = buildConnector({ ...common, lookup: createLookup(resolve, checkAddresses) });
  const open = buildConnector({ ...common, lookup: createLookup(systemResolver, () => {}) });
  return (options, connected) => {
    const callback: buildConnector.Callback = (...made) => {
      // undici's types lack the socket of an error.
      if (made[0] === null) continueAsProcessing(made[1]);
      connected(...made);
    };
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (exempt.has(targetOf(host, options.port || 443))) {
      open({ ...options, hostname: host }, callback);
      return;
    }
    // Node calls `lookup` only for names.
    const refusal = isIP(host) === 0 ? null : addressRefusal(host);
    if (refusal === null) guarded({ ...options, hostname: host }, callback);
    else callback(new UnsafeAddressError(`${host} is ${refusal}`), null);
  };
}

type Addresses = Awaited<ReturnType<ResolveHost>>;

function checkAddresses(host: string, addresses: Addresses): void {
  for (const { address } of addresses) {
    const refusal = addressRefusal(address);
    if (refusal !== null) throw new UnsafeAddressError(`${host} has the address ${address}: ${refusal}`);
  }
}

function createLookup(resolve: ResolveHost, check: (host: string, addresses: Addresses) => void): LookupFunction {
  return (host, { all }, callback) => {
    resolve(host)
      .then((addresses) => {
        check(host, addresses);
        return addresses;
      })
      .then(
        (addresses) => {
          if (all === true) callback(null, [...addresses]);
          else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, '', 4),
      );
  };
}
