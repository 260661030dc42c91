import { describe, expect, test } from '@jest/globals';
import { readDatabaseUrl } from '../../../src/database/connection/databaseUrl.ts';

describe('readDatabaseUrl', () => {
  test.each([
    ['postgresql://user:secret@db.example.com:6543/catalog', 'db.example.com:6543/catalog'],
    ['postgres://db.example.com/catalog', 'db.example.com:5432/catalog'],
    ['postgresql://user@/catalog?host=/var/run/postgresql', '/var/run/postgresql:5432/catalog'],
    ['postgresql://user@%2Fvar%2Frun%2Fpostgresql/catalog', '/var/run/postgresql:5432/catalog'],
    ['postgresql:///catalog', 'localhost:5432/catalog'],
    ['postgresql://user:secret@[::1]:1/catalog', '::1:1/catalog'],
    ['postgresql://u@/db?host=one', 'one:5432/db'],
  ])('names the place of %s without its user', (url, place) => {
    expect(readDatabaseUrl(url).place).toBe(place);
  });

  test.each([
    '',
    'catalog',
    'mysql://host/db',
    'http://host/db',
    'postgresql://us er:p@ss:word@h:99999/db',
    'postgresql://u@one,two/db',
    'postgresql://u@one:1,two:2/db',
    'postgresql://u@/db?host=one,two&port=5432,5433',
  ])('refuses %j without repeating it', (url) => {
    expect(() => readDatabaseUrl(url)).toThrow(
      expect.objectContaining({
        code: 'invalid_database_url',
        message: expect.not.stringContaining(url === '' ? '\n' : url),
      }),
    );
  });

  test('keeps its options, but not what our answers depend on', () => {
    const { options, connectionString, ssl } = readDatabaseUrl(
      'postgresql://h/db?options=-c%20TimeZone%3DAsia/Tokyo&sslmode=require',
    );
    expect(options.indexOf('Asia/Tokyo')).toBeLessThan(options.indexOf('TimeZone=UTC'));
    expect(connectionString).toBe('postgresql://h/db');
    expect(ssl).toEqual({ rejectUnauthorized: true });
  });

  test.each([
    ['sslmod', 'sslmode'],
    ['sslMode', 'sslmode'],
    ['ssl_root_cert', null],
    ['sslcrl', null],
    ['pgbouncer', null],
  ])('a parameter %s: is %s meant?', (name, meant) => {
    const reading = () => readDatabaseUrl(`postgresql://h/db?${name}=verify-full`);
    if (meant === null) expect(reading().place).toBe('h:5432/db');
    else expect(reading).toThrow(`DATABASE_URL has a parameter "${name}": ${meant} is meant, or none`);
  });

  test('a schema other than public is refused: Prisma would ignore it', () => {
    expect(() => readDatabaseUrl('postgresql://h/db?schema=catalog')).toThrow(/schema "catalog"/);
    expect(readDatabaseUrl('postgresql://h/db?schema=public').place).toBe('h:5432/db');
  });
});
