/**
 * The software bill of materials in CycloneDX.
 *
 * @param {import('./productionManifest.js').Lock} lock of the checkout
 * @param {readonly string[]} shipped the packages, by their path in the lock file
 */
export function createSbom({ version, packages }, shipped) {
  const components = shipped.map((path) => component(path, packages[path]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: 'canonical-anime-catalog', version } },
    // The same version may lie in several places.
    components: [...new Map(components.map((it) => [it.purl, it])).values()],
  };
}

/**
 * @param {string} path
 * @param {import('./productionManifest.js').LockedPackage | undefined} locked
 */
function component(path, { version, license, integrity } = { version: '' }) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [, sha512] = /^sha512-(.+)$/.exec(integrity ?? '') ?? [];
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license && { licenses: [{ expression: license }] }),
    ...(sha512 && { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] }),
  };
}
