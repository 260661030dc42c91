import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { releasedFaults } from '../../../scripts/migrations/releasedFaults.ts';
import { createTestRepository, type TestRepository } from '../testRepository.ts';

const BASELINE = '20260101000000_baseline';
const NOTES = '20260301000000_expand_notes';

let repository: TestRepository;
beforeEach(async () => {
  repository = await createTestRepository();
  await write(BASELINE, 'CREATE TABLE a (id int);\n');
  await write(NOTES, 'ALTER TABLE a ADD COLUMN note text;\n');
  await repository.commit('first');
});
afterEach(() => repository.remove());

const write = (name: string, sql: string) => repository.write(`prisma/migrations/${name}/migration.sql`, sql);
const faults = () => releasedFaults(repository.root);

test('migrations may change until a release has them, and others may follow', async () => {
  await write(NOTES, 'SELECT 1;\n');
  expect(await faults()).toEqual([]);
  await repository.commit('Released later');
  await write(NOTES, 'SELECT 2;\n');
  expect(await faults()).toEqual([]);
  await repository.commit('Release 0.1.0');
  expect(await faults()).toEqual([]);
  await write('20260302000000_expand_more', 'SELECT 1');
  expect(await faults()).toEqual([]);
});

test('a migration of a release may neither change nor go, committed or not, in a clone without tags too', async () => {
  await repository.commit('Release 0.1.0');
  await write(NOTES, 'SELECT 2;\n');
  const edited = `${NOTES}: databases have it as Release 0.1.0 has it: restore it, changes go into a new migration`;
  expect(await faults()).toEqual([edited]);
  await repository.commit('second');
  const clone = join(repository.root, 'clone');
  await repository.git('clone', '--quiet', '--no-tags', `file://${repository.root}`, clone);
  expect(await releasedFaults(clone)).toEqual([edited]);
  await rm(join(repository.root, 'prisma/migrations', NOTES), { recursive: true });
  expect(await faults()).toEqual([edited]);
});

test('a release that began with another first migration is none, which is told', async () => {
  await repository.commit('Release 0.1.0');
  await write(BASELINE, 'CREATE TABLE a (id bigint);\n');
  await write(NOTES, 'SELECT 2;\n');
  const told: string[] = [];
  expect(await releasedFaults(repository.root, (line) => told.push(line))).toEqual([]);
  expect(told).toEqual(['Release 0.1.0 has another first migration: its databases are not those of this commit.']);
});

test('line ends that a checkout has turned are no change', async () => {
  await repository.commit('Release 0.1.0');
  await repository.git('config', 'core.autocrlf', 'true');
  await write(NOTES, 'ALTER TABLE a ADD COLUMN note text;\r\n');
  expect(await faults()).toEqual([]);
});

test('a new migration comes after those of the release', async () => {
  await repository.commit('Release 0.1.0');
  const early = '20260201000000_expand_early';
  await write(early, 'SELECT 1');
  const fault = `${early}: databases of Release 0.1.0 have ${NOTES} already: call it by a later time`;
  expect(await faults()).toEqual([fault]);
  await repository.commit('second');
  expect(await faults()).toEqual([fault]);
});

test('where there is no repository of its own there is no release', async () => {
  await repository.commit('Release 0.1.0');
  const inside = join(repository.root, 'unpacked');
  await mkdir(inside);
  expect(await releasedFaults(inside)).toEqual([]);
  await write(NOTES, 'SELECT 2;\n');
  await rm(join(repository.root, '.git'), { recursive: true });
  expect(await faults()).toEqual([]);
});
