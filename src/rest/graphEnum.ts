/** A value of the REST interface as the graph's enum spells it: `tv` is `TV`. */
export function toGraphEnum<Value extends string>(value: Value): Uppercase<Value> {
  return value.toUpperCase() as Uppercase<Value>;
}

/** A value of a graph enum as the REST interface spells it: `TV` is `tv`. */
export function fromGraphEnum<Value extends string>(value: Value): Lowercase<Value> {
  return value.toLowerCase() as Lowercase<Value>;
}
