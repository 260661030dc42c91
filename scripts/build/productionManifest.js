import { OUTSIDE } from './bundleProgram.js';

/**
 * `package.json` and `package-lock.json` of dist/, by which `npm ci` installs the packages outside the bundle in the
 * checkout's versions.
 *
 * @param {{ version: string, engines: object }} manifest of the checkout
 * @param {Lock['packages']} packages of the checkout's lock
 * @typedef {{ version: string, packages: Record<string, LockedPackage> }} Lock
 * @typedef {{ version: string, license?: string, integrity?: string, dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }>, engines?: Record<string, string> }} LockedPackage
 */
export function productionManifest({ version, engines }, packages) {
  const installed = packagesOutside(packages);
  const root = {
    name: 'canonical-anime-catalog-dist',
    version,
    dependencies: Object.fromEntries(OUTSIDE.map((name) => [name, installed[`node_modules/${name}`]?.version])),
    engines,
  };
  return {
    manifest: { ...root, private: true, type: 'module' },
    lock: { ...root, lockfileVersion: 3, requires: true, packages: { '': root, ...installed } },
  };
}

/**
 * @param {Lock['packages']} packages
 * @returns {Lock['packages']}
 */
function packagesOutside(packages) {
  const wanted = new Set(OUTSIDE.map((name) => `node_modules/${name}`));
  // The set grows while it is walked.
  for (const path of wanted) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path] ?? {};
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      wanted.add(locate(packages, path, name));
    }
  }
  return Object.fromEntries(Object.entries(packages).filter(([path]) => wanted.has(path)));
}

/**
 * The path of a package as Node finds it from another one.
 *
 * @param {Lock['packages']} packages
 * @param {string} from
 * @param {string} name
 * @returns {string}
 */
function locate(packages, from, name) {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (packages[path] !== undefined || from === '') return path;
  return locate(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}
