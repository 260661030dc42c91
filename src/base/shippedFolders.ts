import { fileURLToPath } from 'node:url';

/** `npm run build` defines it: the program is then a file of dist/. */
declare const IS_BUNDLED: true | undefined;

const locate = (ofBundle: string, ofSources: string) =>
  fileURLToPath(new URL(typeof IS_BUNDLED === 'undefined' ? ofSources : ofBundle, import.meta.url));

/** Folders of files that the program reads beside its modules; each path ends with a separator. */
export const shippedFolders = {
  /** One folder per migration, with its `migration.sql`. */
  migrations: locate('./migrations/', '../../prisma/migrations/'),
  /** One file per SQL function, in its latest version. */
  functions: locate('./functions/', '../../prisma/functions/'),
  /** The style sheet and icon of every page. */
  html: locate('./html/', '../site/design/'),
  /** The scripts of pages, as of the last build. */
  scripts: locate('./scripts/', '../../dist/scripts/'),
  /** The documents below /docs, as of the last build. */
  documents: locate('./documents/', '../../dist/documents/'),
  /** Scripts and styles of /graphiql, as of the last build. */
  graphiql: locate('./graphiql/', '../../dist/graphiql/'),
} as const;

/** Files that the program reads beside its modules. */
export const shippedFiles = {
  /** The description of the public interface. */
  openApi: locate('./openapi.json', '../../openapi.json'),
  /** The SDL of the graph. */
  graph: locate('./schema.graphql', '../../schema.graphql'),
  /** Further names of well-known works, in the import format `catalog`. */
  names: locate('./names.ndjson', '../../data/names.ndjson'),
} as const;
