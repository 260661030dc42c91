/** A path with what answers there. */
export interface Route<Target> {
  /** OpenAPI template. */
  readonly path: string;
  readonly target: Target;
}

export interface RouteMatch<Target> extends Route<Target> {
  /** The path's parameters as sent, percent-encoded. */
  readonly segments: Readonly<Record<string, string>>;
}

/**
 * Finds the route of a path. Paths are exact: case matters, nothing is decoded, a trailing slash is another path (docs/decisions.md#paths,
 * Paths). A literal path goes before a template: /v1/anime/premieres is no anime.
 */
export class RouteTable<Target> {
  readonly #literal = new Map<string, RouteMatch<Target>>();
  readonly #templates: { readonly route: Route<Target>; readonly parts: readonly string[] }[] = [];

  constructor(routes: readonly Route<Target>[]) {
    for (const route of routes) {
      if (route.path.includes('{')) this.#templates.push({ route, parts: route.path.split('/') });
      else this.#literal.set(route.path, { ...route, segments: {} });
    }
  }

  match(path: string): RouteMatch<Target> | null {
    const literal = this.#literal.get(path);
    if (literal !== undefined) return literal;
    const sent = path.split('/');
    for (const { route, parts } of this.#templates) {
      const segments = matchParts(parts, sent);
      if (segments !== null) return { ...route, segments };
    }
    return null;
  }
}

function matchParts(parts: readonly string[], sent: readonly string[]): Record<string, string> | null {
  if (parts.length !== sent.length) return null;
  const segments: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const text = sent[index] ?? '';
    if (part.startsWith('{')) {
      if (text === '') return null;
      segments[part.slice(1, -1)] = text;
    } else if (part !== text) {
      return null;
    }
  }
  return segments;
}

/** The path of a template with these parameters, which are as they stand in a URL. */
export function fillTemplate(template: string, segments: Readonly<Record<string, string>>): string {
  return template.replace(/\{([^}]+)\}/g, (placeholder, name: string) => segments[name] ?? placeholder);
}
