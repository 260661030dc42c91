/** Members of inputs that name what a mutation is about, the closest first. Never one that can hold a secret. */
const NAMING = ['id', 'anime', 'jti', 'webhookId', 'applicationId', 'name', 'user'];

/**
 * The object of a mutation: what it created, else what its input names; null where it names nothing.
 * @param result of the mutation or its transaction
 */
export function objectOf(mutation: string, args: Readonly<Record<string, unknown>>, result: unknown): string | null {
  const created = mutation.startsWith('create') ? createdId(result) : null;
  if (created !== null) return created;
  const input = membersOf(args.input);
  return NAMING.map((name) => input[name]).find((value) => typeof value === 'string') ?? null;
}

/** The id of a result, or of its only member. */
function createdId(result: unknown): string | null {
  const members = membersOf(result);
  const ids = [members, ...Object.values(members).map(membersOf)].map(({ id }) => id);
  return ids.find((id) => typeof id === 'string') ?? null;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
