import { setFlagsFromString } from 'node:v8';

/** How much a function of WebAssembly does before V8 compiles it anew, in V8's measure; on its own 1.8 million on Node 20, 13 since 22. */
const BUDGET = 100_000_000;

/**
 * Lets Prisma's query compiler run as V8 compiled it first. It is WebAssembly, busy for a moment while a process starts, and V8 would
 * optimise hundreds of its functions at once: a second of processor time, and 50 MB that malloc keeps for good. An import of 26,338
 * anime takes the same 8 s of processor time. Not for the embedded database, which is WebAssembly too.
 */
export function keepCompilerSmall(): void {
  setFlagsFromString(`--wasm-tiering-budget=${BUDGET}`);
}
