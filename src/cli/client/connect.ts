import { userInfo } from 'node:os';
import { readConnection } from './connection.ts';
import { GraphClient } from './graphClient.ts';

/**
 * A client of the service that the environment names.
 * @param actor who decides; the user of this computer when absent
 */
export async function connect(actor?: string): Promise<GraphClient> {
  return new GraphClient(await readConnection(process.env), actor ?? userName());
}

/** Null for a user id without a name, as containers have. */
function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
