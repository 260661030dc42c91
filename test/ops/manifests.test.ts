import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { readConfiguration } from '../../src/configuration/configuration.ts';
import { unsetInProduction } from '../../src/configuration/unsetInProduction.ts';
import { KNOWN_VARIABLES } from '../../src/configuration/variables.ts';

const ops = fileURLToPath(new URL('../../ops/', import.meta.url));
const read = (path: string) => readFileSync(ops + path, 'utf8');

type Labels = Readonly<Record<string, string>>;

interface Container {
  readonly command?: readonly string[];
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly securityContext: unknown;
  readonly volumeMounts?: readonly { readonly name: string }[];
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly selector?: Labels & { readonly matchLabels?: Labels };
    readonly podSelector?: { readonly matchLabels: Labels };
    readonly ports?: readonly { readonly port: number; readonly targetPort: string }[];
    readonly ingress?: readonly {
      readonly ports: readonly { readonly port: string }[];
      readonly from?: readonly { readonly podSelector?: { readonly matchLabels: Labels } }[];
    }[];
    readonly jobTemplate?: unknown;
    readonly template?: {
      readonly metadata: { readonly labels: Labels };
      readonly spec: {
        readonly terminationGracePeriodSeconds?: number;
        readonly containers: readonly [Container];
        readonly volumes?: readonly { readonly name: string }[];
      };
    };
  };
}

const manifests = readdirSync(`${ops}kubernetes`).flatMap((file) =>
  parseAllDocuments(read(`kubernetes/${file}`)).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  }),
);
const ofKind = (kind: string) => manifests.filter((it) => it.kind === kind);
const podsOf = (it: Manifest) => it.spec.template as NonNullable<Manifest['spec']['template']>;
const nightly = (name: string) =>
  podsOf(ofKind('CronJob').find(({ metadata }) => metadata.name === name)?.spec.jobTemplate as Manifest);
const matches = (wanted: Labels, labels: Labels) =>
  Object.entries(wanted).every(([key, value]) => labels[key] === value);
/** The value of a variable of Compose, such as `${NAME:-default}`, that is not set. */
const composed = (value: string) => String(value).replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');
/** A file's content is another matter: each is stood in for by a right value. */
const settingsOf = (variables: Readonly<Record<string, string>>) =>
  readConfiguration(
    Object.fromEntries(
      Object.entries(variables).map(([name, value]) =>
        name.endsWith('_FILE') ? [name.slice(0, -5), standIn(name)] : [name, composed(value)],
      ),
    ),
  );
const standIn = (name: string) => (name === 'DATABASE_URL_FILE' ? 'postgresql://u:p@db/catalog' : 'x'.repeat(43));

describe('the manifests for Kubernetes', () => {
  it('have what an installation needs', () => {
    const kinds = manifests.map(({ kind }) => kind).sort();
    const each = ['Deployment', 'PodDisruptionBudget', 'Service'];
    const jobs = ['CronJob', 'CronJob', 'PersistentVolumeClaim', 'Job'];
    expect(kinds).toEqual([...each, ...each, ...jobs, 'NetworkPolicy'].sort());
  });

  it.each(ofKind('Deployment').map((it) => [it.metadata.name, it] as const))('%s runs as configured', (_name, it) => {
    const { metadata, spec } = podsOf(it);
    const [container] = spec.containers;
    expect(it.spec.selector?.matchLabels).toEqual(metadata.labels);
    const variables = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
    const settings = settingsOf({ NODE_ENV: 'production', ...variables });
    const { ROLES: roles, METRICS_PORT: metricsPort, MIGRATE: migrate, misspelt } = settings;
    expect(unsetInProduction(settings)).toEqual([]);
    expect({ migrate, misspelt }).toEqual({ migrate: false, misspelt: [] });
    expect(Object.keys(variables).filter((name) => !KNOWN_VARIABLES.includes(name))).toEqual([]);
    const ports = Object.fromEntries((container.ports ?? []).map(({ name, containerPort }) => [name, containerPort]));
    expect(ports).toEqual({ metrics: metricsPort, ...(roles.has('rest') ? { public: 3000 } : { internal: 4000 }) });
    // STOP_GRACE_MS in production, and 20 s.
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(25);
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
  });

  it('ask the paths of probes, and give a start longer than its patience', () => {
    const { START_PATIENCE_S } = readConfiguration({});
    for (const it of ofKind('Deployment')) {
      const { startupProbe, livenessProbe, readinessProbe } = podsOf(it).spec.containers[0];
      const asked = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet);
      const at = (path: string) => ({ path, port: 'metrics' });
      expect(asked).toEqual([at('/readyz'), at('/livez'), at('/readyz')]);
      const bearsMs = (startupProbe?.periodSeconds ?? 0) * (startupProbe?.failureThreshold ?? 0) * 1_000;
      expect(bearsMs).toBeGreaterThan(START_PATIENCE_S * 1_000);
    }
  });

  it('select pods and ports that there are', () => {
    const pods = ofKind('Deployment').map(podsOf);
    const selections = [
      ...ofKind('Service').map(({ spec }) => ({
        labels: spec.selector,
        ports: spec.ports?.map((it) => it.targetPort),
      })),
      ...ofKind('PodDisruptionBudget').map(({ spec }) => ({ labels: spec.selector?.matchLabels, ports: [] })),
      ...ofKind('NetworkPolicy').map(({ spec }) => ({
        labels: spec.podSelector?.matchLabels,
        ports: spec.ingress?.flatMap(({ ports }) => ports.map(({ port }) => port)),
      })),
    ];
    expect(selections).toHaveLength(5);
    for (const { labels, ports } of selections) {
      const selected = pods.filter((pod) => matches(labels as Labels, pod.metadata.labels));
      expect(selected).not.toEqual([]);
      const open = selected.flatMap((pod) => pod.spec.containers[0].ports?.map(({ name }) => name) ?? []);
      expect(open).toEqual(expect.arrayContaining([...(ports ?? ['missing'])]));
    }
  });

  it('import each night, through the internal listener, past the network policy', () => {
    const { metadata, spec } = nightly('anime-catalog-import');
    const { args, env } = spec.containers[0];
    expect(args).toEqual(['import', expect.stringMatching(/^https:/), '--format', 'catalog']);
    const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    expect(Object.keys(variables).filter((name) => !KNOWN_VARIABLES.includes(name))).toEqual([]);
    const url = new URL(variables.INTERNAL_URL ?? '');
    const service = ofKind('Service').find(({ metadata }) => metadata.name === url.hostname);
    expect(service?.spec.ports?.find(({ port }) => port === Number(url.port))?.targetPort).toBe('internal');
    const [policy] = ofKind('NetworkPolicy') as [Manifest];
    const open = policy.spec.ingress?.find(({ ports }) => ports.some(({ port }) => port === 'internal'));
    expect(open?.from?.some(({ podSelector }) => matches(podSelector?.matchLabels ?? {}, metadata.labels))).toBe(true);
  });

  it('back up each night, by the script and its variables', () => {
    const { containers, volumes = [] } = nightly('anime-catalog-backup').spec;
    const [{ command, env, volumeMounts = [] }] = containers;
    expect(command).toEqual(['/bin/sh', '/scripts/backup.sh']);
    const names = env.map(({ name }) => name);
    expect(names).toEqual(['DATABASE_URL', 'BACKUP_DIR']);
    expect(names.filter((name) => !read('backup.sh').includes(name))).toEqual([]);
    expect(volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name));
    const [claim] = ofKind('PersistentVolumeClaim') as [Manifest];
    expect(volumes).toContainEqual(
      expect.objectContaining({ persistentVolumeClaim: { claimName: claim.metadata.name } }),
    );
  });

  it('migrate by a job of the same image', () => {
    const [job] = ofKind('Job') as [Manifest];
    const [container] = podsOf(job).spec.containers;
    expect(container.args).toEqual(['migrate']);
    expect(container.env.map(({ name }) => name)).toEqual(['DATABASE_URL_FILE']);
  });
});

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly image: string;
        readonly environment: Readonly<Record<string, string>>;
        readonly secrets?: readonly string[];
      }
    >
  >;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

describe('ops/compose.yaml', () => {
  const { services, secrets } = parse(read('compose.yaml'), { merge: true }) as Compose;
  const own = Object.values(services).filter(({ image }) => image === 'anime-catalog');

  it('has the whole installation: each role runs, with variables that there are', () => {
    const settings = own
      .map(({ environment }) => settingsOf({ NODE_ENV: 'production', ...environment }))
      .filter(({ ROLES }) => ROLES.size < 4);
    const roles = settings.flatMap(({ ROLES }) => [...ROLES]);
    expect(settings.flatMap(unsetInProduction)).toEqual([]);
    expect(roles.sort()).toEqual(['graph', 'indexer', 'rest', 'webhooks']);
    for (const { environment } of own) {
      expect(Object.keys(environment).filter((name) => !KNOWN_VARIABLES.includes(name))).toEqual([]);
    }
  });

  it('names its secrets', () => {
    for (const { environment, secrets: given = [] } of own) {
      const named = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
      expect(named.map(([, path]) => path)).toEqual(given.map((name) => `/run/secrets/${name}`));
      expect(given.filter((name) => !(name in secrets))).toEqual([]);
    }
  });
});

it.each([
  ['anime-catalog@.service', 'DATABASE_URL_FILE'],
  ['anime-catalog-import@.service', 'INTERNAL_TOKEN_FILE'],
])('the unit %s of systemd sets variables that there are', (file, one) => {
  const unit = read(`systemd/${file}`);
  const names = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name);
  expect(names).toContain(one);
  expect(names.filter((name) => !KNOWN_VARIABLES.includes(name ?? ''))).toEqual([]);
  const credentials = [...unit.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name]) => `%d/${name}`);
  expect([...unit.matchAll(/^Environment=\w+_FILE=(\S+)/gm)].map(([, path]) => path)).toEqual(credentials);
});

it('each timer of systemd has its service', () => {
  const units = readdirSync(`${ops}systemd`);
  const timers = units.filter((name) => name.endsWith('.timer'));
  expect(timers).toEqual(['anime-catalog-backup.timer', 'anime-catalog-import@.timer']);
  expect(timers.map((name) => name.replace('.timer', '.service')).filter((name) => !units.includes(name))).toEqual([]);
});

it('the instances that the unit of systemd shows have all roles, on ports of their own', () => {
  const shown = [...read('systemd/anime-catalog@.service').matchAll(/^# +\w+\.env: +(.*)$/gm)];
  const [common = [], ...own] = shown.map(([, words = '']) => words.split(' ').map((it) => it.split('=')));
  const instances = own.map((words) =>
    readConfiguration(Object.fromEntries([['NODE_ENV', 'production'], ...common, ...words])),
  );
  expect(instances.flatMap(unsetInProduction)).toEqual([]);
  expect(instances.flatMap(({ ROLES }) => [...ROLES]).toSorted()).toEqual(['graph', 'indexer', 'rest', 'webhooks']);
  expect(new Set(instances.map((it) => it.INTERNAL_PORT)).size).toBe(instances.length);
});
