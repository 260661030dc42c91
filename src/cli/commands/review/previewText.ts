import type { ApprovalPreview } from '../../../graph/operations/proposalOperations.ts';

type Preview = Pick<ApprovalPreview, 'difference' | 'idsElsewhere'>;

/** The effects as lines: what is taken away (−) and added (+), field by field, and the ids that stay elsewhere. */
export function previewText({ difference, idsElsewhere }: Preview): string[] {
  const lost = idsElsewhere.map(({ site, id, anime }) => `  ▲ ${site} ${id} stays with ${anime.title} (${anime.id})`);
  const lines = [...difference.flatMap(changeLines), ...lost];
  return lines.length > 0 ? lines : ['  nothing that is served; its source is heard there from now on'];
}

function changeLines({ field, before, after }: Preview['difference'][number]): string[] {
  const [old, next] = [formatItems(before), formatItems(after)];
  const [lost, added] = [old.filter((text) => !next.includes(text)), next.filter((text) => !old.includes(text))];
  if (lost.length + added.length === 0) return [`  ± ${field}, in this order: ${next.join(', ')}`];
  return [...lost.map((text) => `  − ${field}: ${text}`), ...added.map((text) => `  + ${field}: ${text}`)];
}

/** The items of a value as JSON text; null has none. */
function formatItems(json: string | null): string[] {
  const value: unknown = json === null ? null : JSON.parse(json);
  return (Array.isArray(value) ? value : value === null ? [] : [value]).map(formatItem);
}

/** A title with its language and kind, an id with its site, any other value as it is. */
function formatItem(value: unknown): string {
  if (typeof value === 'string') return value;
  const { title, language, kind, site, id } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof site === 'string') return `${site} ${id}`;
  if (typeof title !== 'string') return JSON.stringify(value);
  const known = [language, kind].filter((part) => typeof part === 'string');
  return known.length === 0 ? title : `${title} (${known.join(', ')})`;
}
