import { expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from './createTestDatabase.ts';
import { describeWith } from './describeWith.ts';

describeWith(['postgres'], 'a test database', () => {
  test('is new, empty and durable, and gone after drop', async () => {
    const database = await createTestDatabase({ template: 'empty' });
    const found = await rows(
      database.url,
      `select current_database() as name, current_setting('fsync') as fsync, (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace) as relations`,
    );
    expect(found).toEqual([{ name: database.name, fsync: 'on', relations: 0 }]);
    await database.drop();
    await expect(rows(database.url, 'select 1')).rejects.toMatchObject({ code: '3D000' });
  });

  test('is of its test alone', async () => {
    const [one, other] = await Promise.all([
      createTestDatabase({ template: 'empty' }),
      createTestDatabase({ template: 'empty' }),
    ]);
    await rows(one.url, 'create table anime (id int)');
    await expect(rows(other.url, 'select * from anime')).rejects.toMatchObject({ code: '42P01' });
    await Promise.all([one.drop(), other.drop()]);
  });

  test('has the tables of the catalogue', async () => {
    const database = await createTestDatabase();
    expect(await rows(database.url, 'select id from anime')).toEqual([]);
    await database.drop();
  });

  test('copies a template that is prepared once, however many ask at once', async () => {
    let preparations = 0;
    const template = {
      name: 'one_table',
      prepare: async (url: string) => {
        preparations += 1;
        await rows(url, 'create table anime as select 1 as id');
      },
    };
    const databases = await Promise.all([1, 2, 3].map(() => createTestDatabase({ template })));
    const copies = await Promise.all(databases.map(({ url }) => rows(url, 'select id from anime')));
    expect(copies).toEqual([[{ id: 1 }], [{ id: 1 }], [{ id: 1 }]]);
    expect(preparations).toBe(1);
    await Promise.all(databases.map((database) => database.drop()));
  });

  test('is not copied from a template whose preparation failed', async () => {
    const prepare = () => Promise.reject(new Error('no such migration'));
    const asked = () => createTestDatabase({ template: { name: 'broken', prepare } });
    await expect(asked()).rejects.toThrow('no such migration');
    await expect(asked()).rejects.toThrow('no such migration');
  });

  test('sorts by language unless a query asks for "C"', async () => {
    const database = await createTestDatabase({ template: 'empty' });
    const titles = `from (values ('b'), ('A'), ('a')) as anime (title)`;
    const [found] = await rows(
      database.url,
      `select string_agg(title, '' order by title) as language, string_agg(title, '' order by title collate "C") as bytes ${titles}`,
    );
    expect(found).toEqual({ language: 'aAb', bytes: 'Aab' });
    await database.drop();
  });
});

async function rows(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
