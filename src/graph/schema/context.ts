import type { Database } from '../../database/database.ts';
import type { Diagnose } from '../diagnostics/port.ts';
import type { ImportReport } from '../import/importCatalog.ts';
import type { Viewer } from '../model/viewer.ts';
import type { Publications } from '../publication/publications.ts';
import type { SearchAdministration, SearchEngine } from '../search/port.ts';
import { Loaders } from './loaders.ts';
import { type Stores, storesOf } from './stores.ts';

/** What the graph needs from outside, once a process. */
export interface GraphPorts {
  readonly database: Database;
  /** The clock. */
  readonly now: () => Date;
  /** The one way to change the public catalogue. */
  readonly publications: Publications;
  /** Null when search is off. */
  readonly search: SearchEngine | null;
  /** Absent when search is off. */
  readonly searchAdministration?: SearchAdministration;
  /** Absent where no process can be examined, as in a benchmark. */
  readonly diagnose?: Diagnose;
  /** Told of every key that is revoked here: what this process remembers of it ends. */
  readonly onKeyRevoked?: (id: string) => void;
  /** Told of every import batch that was committed, with the seconds it took. */
  readonly onImport?: (report: ImportReport, seconds: number) => void;
}

/** What every resolver is given: the ports, the viewer and the loaders of one request. Never share one between requests. */
export interface GraphContext extends GraphPorts {
  readonly viewer: Viewer;
  /** The life of the database when the request began: change versions and tags mean something within it alone. */
  readonly incarnation: string;
  readonly stores: Stores;
  readonly loaders: Loaders;
}

/** A fresh context for one request. */
export function createContext(ports: GraphPorts, viewer: Viewer): GraphContext {
  const stores = storesOf(ports.database);
  const incarnation = ports.database.incarnation.current;
  return { ...ports, viewer, incarnation, stores, loaders: new Loaders(ports.database, stores) };
}
