import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import ts from 'typescript';

export interface Import {
  /** The importing file, relative to the source folder, with forward slashes. */
  readonly file: string;
  /** As written. */
  readonly specifier: string;
  /** The imported file, relative to the source folder; null for a package or one of Node's modules. */
  readonly target: string | null;
}

/** Every import below `folder`: static, re-exporting, type-only, dynamic and `require`, as TypeScript itself reads them. */
export function importsBelow(folder: string): Import[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.[cm]?[jt]sx?$/.test(path),
  );
  return files.flatMap((path) => importsOf(path.split(sep).join('/'), readFileSync(join(folder, path), 'utf8')));
}

function importsOf(file: string, source: string): Import[] {
  return ts.preProcessFile(source, true, true).importedFiles.map(({ fileName: specifier }) => ({
    file,
    specifier,
    target: specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : null,
  }));
}
