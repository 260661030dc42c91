import { fileURLToPath } from 'node:url';

/** `npm run build` defines it: the program is then a file of dist/. */
declare const IS_BUNDLED: true | undefined;

const locate = (ofBundle: string, ofSources: string) =>
  fileURLToPath(new URL(typeof IS_BUNDLED === 'undefined' ? ofSources : ofBundle, import.meta.url));

/** Folders of files that the program reads beside its modules; each path ends with a separator. */
export const shippedFolders = {
  /** A folder a migration, with its `migration.sql`. */
  migrations: locate('./migrations/', '../prisma/migrations/'),
  /** An SQL function a file, as it is once all migrations are applied. */
  functions: locate('./functions/', '../prisma/functions/'),
  /** Scripts, styles and images of /v1/reference. Sources find what was built last. */
  reference: locate('./reference/', '../dist/reference/'),
  /** Scripts and styles of /graphiql. Sources find what was built last. */
  graphiql: locate('./graphiql/', '../dist/graphiql/'),
} as const;
