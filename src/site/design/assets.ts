import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { shippedFolders } from '../../base/shippedFolders.ts';

/** A file that every page loads. */
export interface Asset {
  /** Where pages load it from; changes with the content. */
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
}

/** The path of all assets as Express matches it, on every listener that serves pages. */
export const assetsPath = '/assets/:name';

export const style = readAsset('style.css', 'text/css; charset=utf-8');
export const icon = readAsset('icon.svg', 'image/svg+xml');

const SCRIPTS = ['copy', 'liveSearch', 'sendRequests', 'times'] as const;

export type Script = (typeof SCRIPTS)[number];

const scripts = new Map<Script, Asset>();

/** A script of pages; its file is read at the first use. */
export function scriptOf(name: Script): Asset {
  const script = scripts.get(name) ?? readAsset(`${name}.js`, 'text/javascript; charset=utf-8', shippedFolders.scripts);
  scripts.set(name, script);
  return script;
}

/**
 * The asset of this name and the header Cache-Control that goes with it; null for an unknown one. During an upgrade a
 * page of one version may ask a process of another: it gets the current file, uncached.
 */
export function findAsset(name: string): { readonly asset: Asset; readonly cacheControl: string } | null {
  const file = withoutTag(name);
  const script = SCRIPTS.find((each) => file === `${each}.js`);
  const asset = script ? scriptOf(script) : [style, icon].find(({ path }) => withoutTag(path) === `/assets/${file}`);
  if (asset === undefined) return null;
  const isCurrent = asset.path === `/assets/${name}`;
  return { asset, cacheControl: isCurrent ? 'public, max-age=31536000, immutable' : 'no-store' };
}

function readAsset(file: string, type: string, folder = shippedFolders.html): Asset {
  const body = readFileSync(`${folder}${file}`);
  const tag = createHash('sha256').update(body).digest('hex').slice(0, 10);
  return { type, body, path: `/assets/${file.replace('.', `-${tag}.`)}` };
}

function withoutTag(path: string): string {
  return path.replace(/-[\da-f]{10}\./, '.');
}
