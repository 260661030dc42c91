import { isIP } from 'node:net';
import type { Configuration } from '../configuration/configuration.ts';
import { misspellingText } from '../configuration/misspeltVariables.ts';
import type { DiagnosticCheck } from '../graph/diagnostics/port.ts';

/** What is allowed, but seldom meant. */
export function examineConfiguration(configuration: Configuration): DiagnosticCheck {
  const { production, roles, databaseUrl, internal } = configuration;
  const doubts = [
    production && databaseUrl === null
      ? 'In production the embedded database serves one process alone: set DATABASE_URL to a PostgreSQL.'
      : null,
    configuration.trustProxy === true
      ? 'TRUST_PROXY is true, so every caller chooses the address it is counted by: name the proxies instead.'
      : null,
    isLoopback(internal.host)
      ? null
      : `INTERNAL_HOST ${internal.host} opens metrics and the graph's door to other machines: let a firewall guard it.`,
    ...configuration.misspelt.map(misspellingText),
  ].filter((doubt) => doubt !== null);
  return {
    name: 'configuration',
    status: doubts.length === 0 ? 'ok' : 'warning',
    detail: `Roles ${[...roles].join(', ')}; NODE_ENV ${production ? 'is' : 'is not'} production; Node ${process.version}.`,
    remedy: doubts.length === 0 ? null : doubts.join(' '),
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
