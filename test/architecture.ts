import type { Import } from './support/importsOf.ts';

export interface Architecture {
  /** For each part, that is each folder or file (without `.ts`) directly below the source folder: the parts that it may import, or all of them. */
  readonly arrows: Readonly<Record<string, readonly string[] | 'everything'>>;
  /** For a part: packages that it must do without, each with the reason. A name covers its subpaths; a scope, its packages. */
  readonly forbidden: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * From the ground up, for each room, that is each folder or file (without `.ts`) directly below one part: the rooms below it that it
 * imports, or all of them.
 */
export type Rooms = Readonly<Record<string, readonly string[] | 'everything'>>;

/** One line for each import between rooms of `part` that is not allowed, and for each arrow that runs up or that no import follows. */
export function roomFaults(imports: readonly Import[], part: string, rooms: Rooms): string[] {
  const inside = imports.flatMap((it) =>
    it.file.startsWith(`${part}/`) && it.target?.startsWith(`${part}/`)
      ? [{ ...it, file: it.file.slice(part.length + 1), target: it.target.slice(part.length + 1) }]
      : [],
  );
  const taken = new Set(inside.map(({ file, target }) => `${partOf(file)} -> ${partOf(target)}`));
  const order = Object.keys(rooms);
  const idle = Object.entries(rooms).flatMap(([room, below]) =>
    (below === 'everything' ? [] : below).flatMap((other) => {
      const arrow = `${room} -> ${other}`;
      if (order.indexOf(other) >= order.indexOf(room)) return [`${arrow} runs up`];
      return taken.has(arrow) ? [] : [`no import follows ${arrow}`];
    }),
  );
  return [...new Set(inside.flatMap((it) => violationOf(it, { arrows: rooms, forbidden: {} }))), ...idle];
}

/** Each circle of files that import one another, types included, as the sorted list of its files. */
export function fileCircles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { file, target } of imports) {
    if (target !== null) targets.set(file, [...(targets.get(file) ?? []), target]);
  }
  // Tarjan's strongly connected components.
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const lower = (file: string, value: number) => low.set(file, Math.min(low.get(file) ?? value, value));
  const visit = (file: string): void => {
    order.set(file, order.size);
    lower(file, order.size - 1);
    open.push(file);
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) {
        visit(target);
        lower(file, low.get(target) ?? 0);
      } else if (open.includes(target)) lower(file, order.get(target) ?? 0);
    }
    if (low.get(file) !== order.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return circles;
}

/** One line for each import that the architecture does not allow. */
export function violations(imports: readonly Import[], architecture: Architecture): string[] {
  return [...new Set(imports.flatMap((it) => violationOf(it, architecture)))];
}

function violationOf({ file, specifier, target }: Import, { arrows, forbidden }: Architecture): string[] {
  const from = partOf(file);
  const allowed = arrows[from];
  if (allowed === undefined) return [`nothing says yet what ${from} may import`];
  if (target === null) {
    const ban = Object.entries(forbidden[from] ?? {}).find(
      ([name]) => specifier === name || specifier.startsWith(`${name}/`),
    );
    return ban ? [`${file} imports ${specifier}: ${ban[1]}`] : [];
  }
  const to = partOf(target);
  if (to === '..' && specifier.endsWith('/package.json')) return [];
  if (to === '..') return [`${file} imports ${specifier}, which is outside the sources`];
  if (to === from || allowed === 'everything' || allowed.includes(to)) return [];
  const others = allowed.length === 0 ? 'no other part' : `only ${allowed.join(', ')}`;
  return [`${file} imports ${target}: ${from} -> ${to} is no arrow, ${from} may import ${others}`];
}

/** `server.ts` and what lies in `server/` are one part. */
export function partOf(file: string): string {
  return (file.split('/', 1)[0] ?? file).replace(/\.tsx?$/, '');
}
