const ENUMS = ['type', 'reason', 'status', 'format'];

/** GraphQL's enum values as every other interface of ours writes them: PENDING as `pending`. */
export function plainEnums<Value extends object>(value: Value): Value {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      ENUMS.includes(name) && typeof member === 'string' ? member.toLowerCase() : member,
    ]),
  ) as Value;
}
