import { layersOf } from './layersOf.ts';

/** The first code at or below what was thrown, e.g. `EACCES` or a SQLSTATE; else its name. Short enough for one line, and free of values. */
export function errorCode(thrown: unknown): string {
  const layers = layersOf(thrown);
  const code = layers.map(({ code }) => code).find((each) => typeof each === 'string');
  if (code !== undefined) return code;
  const [{ name } = {}] = layers;
  return typeof name === 'string' ? name : 'unknown error';
}
