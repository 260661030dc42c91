import type { User } from '../../database/generated/client.ts';

/** A stored user as the graph shows it: never the password's hash. */
export function userNode({ name, createdAt, disabledAt }: User) {
  return { name, createdAt: createdAt.toISOString(), disabledAt: disabledAt?.toISOString() ?? null };
}
