/** The preferred title of a record as it came; null where it states none (an episode, a partial record). */
export function recordTitle(record: unknown): string | null {
  const titles = (record as { titles?: { title?: unknown }[] } | null)?.titles;
  const title = titles?.[0]?.title;
  return typeof title === 'string' ? title : null;
}
