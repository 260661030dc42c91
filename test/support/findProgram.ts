import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of an executable in one of `folders` or else in PATH. */
export function findProgram(name: string, folders: readonly string[] = []): string | undefined {
  const inPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...folders, ...inPath].map((folder) => join(folder, name)).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
