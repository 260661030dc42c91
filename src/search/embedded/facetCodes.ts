/** Numbers for the few values of a facet, so that counting is an array access. */
export class FacetCodes<V extends string | number> {
  readonly values: V[] = [];
  readonly #codes = new Map<V, number>();

  codeOf(value: V): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    this.#codes.set(value, this.values.length);
    return this.values.push(value) - 1;
  }

  /** Undefined for a value that no document ever had. */
  find(value: V): number | undefined {
    return this.#codes.get(value);
  }
}
