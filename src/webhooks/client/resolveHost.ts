import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { NameError } from './attemptError.ts';

interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Finds every address of a name. @throws NameError */
export type ResolveHost = (host: string) => Promise<readonly HostAddress[]>;

export interface ResolverOptions {
  /** DNS servers as `address:port`; default: the system's. */
  readonly servers?: readonly string[];
}

const TRY_MS = 2_000;
const TRIES = 2;
/** How long to wait for the other family once addresses of one are known. */
const OTHER_FAMILY_MS = 500;
const HOSTS_FILE = '/etc/hosts';

/**
 * Queries the DNS servers directly. The system's resolver (getaddrinfo) occupies one of few threads while a server is
 * silent, so a receiver whose name never resolves would delay all others; it is used only for names in the hosts file,
 * which need no server.
 */
export function dnsResolver({ servers }: ResolverOptions = {}): ResolveHost {
  return async (host) => {
    if (servers === undefined && (await isInHostsFile(host))) return systemResolver(host);
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    const asked = [resolver.resolve4(host), resolver.resolve6(host)];
    const both = Promise.allSettled(asked);
    // Some servers never answer for a family without addresses.
    const oneThenPause = Promise.any(asked).then(() => sleep(OTHER_FAMILY_MS, undefined, { ref: false }));
    await Promise.race([both, oneThenPause.catch(() => both)]);
    resolver.cancel();
    const answers = await both;
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses.map(hostAddress);
    const [failure] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    throw new NameError(`${host} has no address`, { cause: failure });
  };
}

/** The answer of getaddrinfo, hosts file and local names included. */
export const systemResolver: ResolveHost = async (host) => {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => hostAddress(address));
  } catch (error) {
    throw new NameError(`${host} has no address`, { cause: error });
  }
};

async function isInHostsFile(host: string): Promise<boolean> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '');
  return text
    .split('\n')
    .some((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/).slice(1).includes(host));
}

function hostAddress(address: string): HostAddress {
  return { address, family: isIP(address) === 6 ? 6 : 4 };
}
