import type { Database } from '../../src/database/database.ts';
import { describeCatalogue } from './conformance/catalogue.ts';
import { describeChangeVersion } from './conformance/changeVersion.ts';
import { describeConstraints } from './conformance/constraints.ts';
import { describeDirectEdits } from './conformance/directEdits.ts';
import { describeMigrations } from './conformance/migrations.ts';
import { describeSharedSecrets } from './conformance/sharedSecrets.ts';
import { describeTransactions } from './conformance/transactions.ts';

/** What every Database promises, whichever server is behind it. @param opened one with the catalogue's tables, which it may drop */
export function describeDatabase(opened: () => Database, { embedded }: { embedded: boolean }): void {
  describeCatalogue(opened);
  if (!embedded) {
    // What CHECKs and triggers do is the same wherever describeCatalogue finds them, and so is what one process stores.
    describeConstraints(opened);
    describeChangeVersion(opened);
    describeDirectEdits(opened);
    describeSharedSecrets(opened);
  }
  describeTransactions(opened);
  // Last: it empties the database.
  describeMigrations(opened, embedded);
}
