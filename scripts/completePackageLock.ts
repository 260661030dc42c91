import { readFileSync, writeFileSync } from 'node:fs';
import { missingOptionalPackages, type PackageLock } from './missingOptionalPackages.ts';

/** Adds to package-lock.json what `npm ci` would miss in it. */
const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8')) as PackageLock;
const missing = missingOptionalPackages(lock);
const packages = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => a.localeCompare(b, 'en'));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
process.stdout.write(`${Object.keys(missing).length} optional packages added\n`);
