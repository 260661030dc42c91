/** Members of an object, or of the objects of a list; null: with all that they hold. */
export type Members = ReadonlyMap<string, Members | null>;

/** A parsed value with these members alone, in its own order; what is no object stays as it is. */
export function pickMembers(from: unknown, members: Members): unknown {
  if (Array.isArray(from)) return from.map((each) => pickMembers(each, members));
  if (typeof from !== 'object' || from === null) return from;
  const kept = Object.entries(from).flatMap(([name, value]) => {
    const within = members.get(name);
    return within === undefined ? [] : [[name, within === null ? value : pickMembers(value, within)] as const];
  });
  return Object.fromEntries(kept);
}
