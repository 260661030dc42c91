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

const TYPES = { css: 'text/css; charset=utf-8', svg: 'image/svg+xml', js: 'text/javascript; charset=utf-8' };

const SCRIPTS = ['copy', 'liveSearch', 'sendRequests', 'times'] as const;

export type Script = (typeof SCRIPTS)[number];

export const style = readAsset('style', 'css');
export const icon = readAsset('icon', 'svg');

const scripts = new Map<Script, Asset>();

/** A script of pages; its file is read at the first use. */
export function scriptOf(name: Script): Asset {
  const script = scripts.get(name) ?? readAsset(name, 'js', shippedFolders.scripts);
  scripts.set(name, script);
  return script;
}

/**
 * The asset of this name and the header Cache-Control that goes with it; null for an unknown one. During an upgrade a
 * page of one version may ask a process of another: it gets the current file, uncached.
 */
export function findAsset(name: string): { readonly asset: Asset; readonly cacheControl: string } | null {
  const file = name.replace(/-[\da-f]{10}\./, '.');
  const script = SCRIPTS.find((each) => file === `${each}.js`);
  const asset = script ? scriptOf(script) : file === 'style.css' ? style : file === 'icon.svg' ? icon : null;
  if (asset === null) return null;
  const isCurrent = asset.path === `/assets/${name}`;
  return { asset, cacheControl: isCurrent ? 'public, max-age=31536000, immutable' : 'no-store' };
}

function readAsset(name: string, kind: keyof typeof TYPES, folder = shippedFolders.html): Asset {
  const body = readFileSync(`${folder}${name}.${kind}`);
  const tag = createHash('sha256').update(body).digest('hex').slice(0, 10);
  return { type: TYPES[kind], body, path: `/assets/${name}-${tag}.${kind}` };
}
