/** A typed array that holds at least so many elements, with those of a smaller one; an eighth larger, so that filling it copies little. */
export function grown<A extends Uint8Array | Uint16Array | Uint32Array | BigInt64Array>(array: A, least: number): A {
  const length = Math.max(least, Math.ceil(array.length * 1.125));
  const larger = new (array.constructor as new (length: number) => A)(length);
  larger.set(array as never);
  return larger;
}
