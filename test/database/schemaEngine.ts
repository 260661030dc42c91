import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';

const require = createRequire(import.meta.url);

interface SchemaDiff {
  /** 0: equal; 2: `stdout` holds the SQL that is missing. */
  readonly exitCode: number;
  readonly stdout: string;
}

interface SchemaEngine {
  diff(input: unknown): Promise<SchemaDiff>;
  diagnoseMigrationHistory(input: unknown): Promise<{ history: unknown; editedMigrationNames: string[] }>;
}

/** Node's types leave WebAssembly to the DOM library, which nothing else here wants. */
const { WebAssembly: webAssembly } = globalThis as unknown as {
  WebAssembly: { instantiate(bytes: Uint8Array, imports: unknown): Promise<{ instance: { exports: unknown } }> };
};

let bindings: Promise<{
  SchemaEngine: { new: (options: unknown, log: () => void, adapter: unknown) => Promise<SchemaEngine> };
}>;

/** Prisma's own schema engine (its WebAssembly build) over a live PGlite: `prisma migrate`'s judgement without its native binary. */
export async function openSchemaEngine(database: PGlite, schema: string): Promise<SchemaEngine> {
  bindings ??= load();
  const { SchemaEngine } = await bindings;
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPGlite(database));
  return await SchemaEngine.new({ datamodels: [['schema.prisma', schema]] }, () => {}, adapter);
}

async function load() {
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: console.error } });
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg' as string);
  const bytes = await readFile(join(dirname(require.resolve('@prisma/schema-engine-wasm')), 'schema_engine_bg.wasm'));
  const { instance } = await webAssembly.instantiate(bytes, { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports as unknown as { __wbindgen_start(): void }).__wbindgen_start();
  return glue;
}
