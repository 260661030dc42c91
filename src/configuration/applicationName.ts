import { hostname } from 'node:os';
import type { Configuration } from './configuration.ts';

/** The name of this process in pg_stat_activity: `anime-catalog rest,graph HOST`. PostgreSQL keeps 63 bytes. */
export function applicationName({ ROLES }: Pick<Configuration, 'ROLES'>): string {
  return `anime-catalog ${[...ROLES].join()} ${hostname()}`.slice(0, 63);
}
