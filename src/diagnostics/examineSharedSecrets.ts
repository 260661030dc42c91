import type { Configuration } from '../configuration/configuration.ts';
import { keptSecret, sharedSources, valuesOf } from '../configuration/secrets.ts';
import type { Database } from '../database/database.ts';
import { knownValues } from '../database/sharedSecrets.ts';
import type { DiagnosticCheck } from '../graph/diagnostics/port.ts';

/** Whether the secrets that this process would start with are those that the database's processes use; null when they are. */
export async function examineSharedSecrets(
  configuration: Configuration,
  database: Database,
): Promise<DiagnosticCheck | null> {
  for (const source of sharedSources) {
    const { variable } = source;
    const kept = await keptSecret(source, configuration);
    if (kept === undefined) continue;
    const known = await knownValues(database, variable, valuesOf(kept));
    if (known === null || known[0] === true) continue;
    return known.includes(true)
      ? {
          name: 'secrets',
          status: 'warning',
          detail: `${variable} has a new first value, which the processes of this database do not use yet.`,
          remedy: 'Restart them: then it signs, and the others still verify.',
        }
      : {
          name: 'secrets',
          status: 'failed',
          detail: `${variable} is none of those that the processes of this database use, so none starts with it.`,
          remedy: `Put the one that was used before behind it (${variable}=new,old). If that is lost, stop the service and run "npx --no -- catalog secrets forget ${variable}".`,
        };
  }
  return null;
}
