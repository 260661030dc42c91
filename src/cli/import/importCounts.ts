/** Every record is counted in exactly one of these. */
export const OUTCOMES = ['created', 'updated', 'unchanged', 'held', 'proposed', 'rejected'] as const;

const COUNTED = [...OUTCOMES, 'ignoredMembers'] as const;

export type ImportCounts = Record<(typeof COUNTED)[number], number>;

/** The counts alone, of an object with further members. */
export function countsOf(counted: ImportCounts): ImportCounts {
  return Object.fromEntries(COUNTED.map((name) => [name, counted[name]])) as ImportCounts;
}

export function addCounts(one: ImportCounts, other: ImportCounts): ImportCounts {
  return Object.fromEntries(COUNTED.map((name) => [name, one[name] + other[name]])) as ImportCounts;
}

export const NO_COUNTS = Object.fromEntries(COUNTED.map((name) => [name, 0])) as Readonly<ImportCounts>;
