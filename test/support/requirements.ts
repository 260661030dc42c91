import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './findChromium.ts';
import { findProgram } from './findProgram.ts';
import { findPgbouncer } from './startPgbouncer.ts';
import { findPostgres, findPostgresProgram } from './startPostgres.ts';

export type Requirement =
  | 'haproxy'
  | 'prometheus'
  | 'postgres'
  | 'postgresPrograms'
  | 'pgbouncer'
  | 'redis'
  | 'elasticsearch'
  | 'chromium'
  | 'openssl'
  | 'python'
  | 'go'
  | 'networkNamespaces'
  | 'mounts';

interface RequirementFacts {
  readonly label: string;
  /** What a developer does to have it. */
  readonly remedy: string;
  readonly isThere: () => boolean;
  /** Whether REQUIRE_ALL_SERVERS demands it too: everything that a package registry holds. */
  readonly installable: boolean;
}

export const requirements: Readonly<Record<Requirement, RequirementFacts>> = {
  postgres: {
    label: 'PostgreSQL',
    remedy:
      'install PostgreSQL 15 or newer (Debian: apt-get install postgresql), or set TEST_DATABASE_URL to a superuser URL',
    isThere: () => isSet('TEST_DATABASE_URL') || findPostgres() !== undefined,
    installable: true,
  },
  postgresPrograms: {
    label: "PostgreSQL's programs (pg_dump, pg_restore, pg_basebackup)",
    remedy: 'install PostgreSQL 15 or newer with its client programs (Debian: apt-get install postgresql)',
    isThere: () => ['pg_dump', 'pg_restore', 'pg_basebackup'].every((name) => findPostgresProgram(name) !== undefined),
    installable: true,
  },
  pgbouncer: {
    label: 'PgBouncer',
    remedy:
      'install PgBouncer 1.21 or newer (Debian 13: apt-get install pgbouncer; earlier: .ci/pgbouncer FOLDER), or set PGBOUNCER_PATH to its program',
    isThere: () => findPgbouncer() !== undefined,
    // Debian has it from 13 on.
    installable: false,
  },
  redis: {
    label: 'Redis',
    remedy:
      'install Redis (Debian: apt-get install redis-server), or set TEST_REDIS_URL to a server that tests may write to',
    isThere: () => isSet('TEST_REDIS_URL') || findProgram('redis-server') !== undefined,
    installable: true,
  },
  elasticsearch: {
    label: 'Elasticsearch',
    remedy:
      'install a JDK (17 or newer) and Maven (Debian: apt-get install default-jdk-headless maven): Maven fetches the server',
    isThere: () => isSet('TEST_ELASTICSEARCH_URL') || (findProgram('mvn') !== undefined && hasJdk(17)),
    installable: true,
  },
  haproxy: {
    label: 'HAProxy',
    remedy: 'install HAProxy (Debian: apt-get install haproxy)',
    isThere: () => findProgram('haproxy', ['/usr/sbin']) !== undefined,
    installable: true,
  },
  prometheus: {
    label: 'Prometheus with promtool',
    remedy: 'install Prometheus (Debian: apt-get install prometheus)',
    isThere: () => ['prometheus', 'promtool'].every((name) => findProgram(name) !== undefined),
    installable: true,
  },
  chromium: {
    label: 'Chromium',
    remedy: 'install Chromium (Debian: apt-get install chromium), or set CHROMIUM_PATH to its program',
    isThere: () => findChromium() !== undefined,
    installable: true,
  },
  openssl: {
    label: 'OpenSSL',
    remedy: 'install OpenSSL (Debian: apt-get install openssl): it makes the certificates of webhook receivers',
    isThere: () => findProgram('openssl') !== undefined,
    installable: true,
  },
  python: {
    label: 'Python',
    remedy: 'install Python 3.9 or newer (Debian: apt-get install python3)',
    isThere: () => findProgram('python3') !== undefined,
    installable: true,
  },
  go: {
    label: 'Go',
    remedy: 'install Go 1.19 or newer (Debian: apt-get install golang-go)',
    isThere: () => findProgram('go') !== undefined,
    installable: true,
  },
  networkNamespaces: {
    label: 'network namespaces',
    remedy: 'run as root on Linux with iproute2 (Debian: apt-get install iproute2)',
    isThere: canMakeNamespaces,
    installable: false,
  },
  mounts: {
    label: 'file systems of limited size',
    remedy: 'run as root on Linux, with the privilege to mount a tmpfs',
    isThere: canMount,
    installable: false,
  },
};

/** Which of these this machine lacks. */
export function missingRequirements(wanted: readonly Requirement[]): Requirement[] {
  return wanted.filter((requirement) => !requirements[requirement].isThere());
}

/** Containers often run as root without the privilege. */
function canMakeNamespaces(): boolean {
  if (process.getuid?.() !== 0 || findProgram('ip') === undefined) return false;
  const name = `catalog-probe-${process.pid}`;
  try {
    execFileSync('ip', ['netns', 'add', name], { stdio: 'ignore' });
    execFileSync('ip', ['netns', 'delete', name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function canMount(): boolean {
  // A tablespace needs a folder of this machine, and PostgreSQL's user.
  if (process.getuid?.() !== 0 || isSet('TEST_DATABASE_URL')) return false;
  const folder = mkdtempSync(join(tmpdir(), 'catalog-probe-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}

function isSet(variable: string): boolean {
  return (process.env[variable] ?? '') !== '';
}

function hasJdk(oldest: number): boolean {
  const home = process.env.JAVA_HOME;
  const compiler = findProgram('javac', home ? [join(home, 'bin')] : []);
  if (compiler === undefined) return false;
  try {
    const release = readFileSync(join(realpathSync(compiler), '..', '..', 'release'), 'utf8');
    return Number(/^JAVA_VERSION="(\d+)/m.exec(release)?.[1] ?? oldest) >= oldest;
  } catch {
    // Not every build describes itself; starting the server will tell.
    return true;
  }
}
