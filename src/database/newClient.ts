import pg from 'pg';

/** A connection as the pool of this configuration opens them. */
export function newClient(config: pg.PoolConfig): pg.Client {
  const Client = (config.Client ?? pg.Client) as typeof pg.Client;
  return new Client(config);
}
