import { isIP } from 'node:net';
import { isLoopbackHost } from '../base/isLoopbackHost.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { misspellingText } from '../configuration/misspeltVariables.ts';
import type { DiagnosticCheck } from '../graph/diagnostics/port.ts';
import { namedCheck } from './namedCheck.ts';

/** Settings that are valid but probably not intended. @param unreadProxy the address of an apparent, untrusted proxy */
export function examineConfiguration(configuration: Configuration, unreadProxy: string | null): DiagnosticCheck {
  const { production, ROLES, DATABASE_URL, INTERNAL_HOST } = configuration;
  const warnings = [
    production && DATABASE_URL === undefined
      ? 'In production the embedded database serves one process alone: set DATABASE_URL to a PostgreSQL.'
      : null,
    configuration.TRUST_PROXY === true
      ? 'TRUST_PROXY is true, so every caller chooses the address it is counted by: name the proxies instead.'
      : null,
    proxyWarning(configuration, unreadProxy),
    isLoopbackHost(isIP(INTERNAL_HOST) === 6 ? `[${INTERNAL_HOST}]` : INTERNAL_HOST)
      ? null
      : `INTERNAL_HOST ${INTERNAL_HOST} opens metrics and GraphQL to other machines: protect it by a firewall.`,
    ...configuration.misspelt.map(misspellingText),
  ].filter((warning) => warning !== null);
  const detail = `Roles ${[...ROLES].join(', ')}; NODE_ENV ${production ? 'is' : 'is not'} production; Node ${nodeText(process.version)}.`;
  const check = namedCheck('configuration');
  return warnings.length === 0 ? check('ok', detail) : check('warning', detail, warnings.join(' '));
}

/** The release of Node, and what the end of its line means. @param version such as v22.12.0 */
export function nodeText(version: string): string {
  const ended = /^v20\./.test(version)
    ? ', which works and has had no security fixes since April 2026: run 22 or 24'
    : '';
  return version + ended;
}

/** Behind an untrusted proxy all callers count as one address and share its quotas. */
function proxyWarning(
  { TRUST_PROXY, OAUTH_ISSUER, PUBLIC_URL, ROLES }: Configuration,
  unreadProxy: string | null,
): string | null {
  const remedy = 'every caller has its address and shares one quota: name it in TRUST_PROXY, such as loopback';
  if (unreadProxy !== null) {
    return `${unreadProxy} sends X-Forwarded-For, which is not read. If it is a proxy, ${remedy}.`;
  }
  const isBehindTls = OAUTH_ISSUER === undefined && PUBLIC_URL?.startsWith('https:') === true;
  if (TRUST_PROXY !== undefined || !ROLES.has('rest') || !isBehindTls) return null;
  return `PUBLIC_URL is https, so a proxy stands in front, and ${remedy}, or say none.`;
}
