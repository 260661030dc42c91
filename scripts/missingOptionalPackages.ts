/** What is read and written here of package-lock.json (lockfileVersion 3). */
export interface PackageLock {
  packages: Record<string, LockedPackage>;
}

interface LockedPackage {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

/**
 * The entries that the lock lacks: packages which another one names as optional, one a platform. npm leaves out those
 * that it could not reach when it wrote the lock, and then `npm ci` refuses the lock
 * (https://github.com/npm/cli/issues/4828).
 */
export function missingOptionalPackages({ packages }: PackageLock): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {};
  for (const [path, parent] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const isThere = foldersAbove(path).some((folder) => packages[`${folder}node_modules/${name}`] !== undefined);
      if (isThere) continue;
      const platform = platformOf(name);
      if (platform === undefined || !/^\d+\.\d+\.\d+/.test(version)) {
        throw new Error(
          `${path} names ${name}@${version} as optional: neither its platform nor its version can be told`,
        );
      }
      missing[`node_modules/${name}`] = { version, ...(parent.dev && { dev: true }), optional: true, ...platform };
    }
  }
  return missing;
}

/** Where Node looks for a package that is asked for at `path`; each ends with a slash or is empty. */
function foldersAbove(path: string): string[] {
  const starts = [...path.matchAll(/node_modules\//g)].map((match) => path.slice(0, match.index));
  return path === '' ? [''] : [...starts, `${path}/`];
}

/** Platform packages are named for theirs, e.g. `@swc/core-linux-arm64-musl`. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> | undefined {
  const found =
    /-(?<os>android|darwin|freebsd|linux|openharmony|win32)-(?<cpu>arm64|arm|ia32|loong64|ppc64|riscv64|s390x|x64)(?:-(?<abi>\w+))?$/.exec(
      name,
    );
  const { os, cpu, abi } = found?.groups ?? {};
  if (os === undefined || cpu === undefined) return undefined;
  const libc = os === 'linux' ? { libc: [abi?.startsWith('musl') ? 'musl' : 'glibc'] } : {};
  return { os: [os], cpu: [cpu], ...libc };
}
