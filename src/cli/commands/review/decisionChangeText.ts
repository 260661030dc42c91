/** How a changed decision of an anime ends its line. */
export function decisionChangeText({
  anime,
  events,
}: {
  readonly anime: { readonly id: string; readonly title: string };
  readonly events: number;
}): string {
  return `: ${anime.title} (${anime.id}); ${events} ${events === 1 ? 'event' : 'events'} published.`;
}
