/** What approving would do, as the graph tells it. */
export interface Foreseen {
  readonly difference: readonly { readonly field: string; readonly before: string | null; readonly after: string }[];
  readonly idsElsewhere: readonly {
    readonly site: string;
    readonly id: string;
    readonly anime: { readonly id: string; readonly title: string };
  }[];
}

/** Its lines for a reader: what changes field by field, and which ids stay elsewhere. */
export function foreseenText({ difference, idsElsewhere }: Foreseen): string[] {
  return [
    ...difference.map(({ field, before, after }) =>
      before === null ? `  ${field}: ${after}` : `  ${field}: ${before} -> ${after}`,
    ),
    ...idsElsewhere.map(({ site, id, anime }) => `  ${site} ${id} stays with ${anime.title} (${anime.id})`),
  ];
}
