import type { Database } from '../../database/database.ts';
import type { Dump } from '../../database/generated/client.ts';
import { parseCalendarDate } from '../model/time.ts';

/** Days whose dumps are kept, the current one included, so that downloads of an older one can finish. */
const KEPT_DAYS = 3;

const DAY_MS = 86_400_000;

/** A complete dump. */
export interface DumpNode extends Omit<Dump, 'date' | 'madeAt' | 'position' | 'size' | 'digest'> {
  /** yyyy-MM-dd, in UTC. */
  readonly date: string;
  readonly madeAt: string;
  readonly position: string;
  readonly size: number;
  readonly digest: string;
}

type Rows = Pick<Database, 'client'>;

/** The day of a dump as its row has it. */
export function dayOf(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}

/** The newest dump, or the one of a day; null for an unknown day. */
export async function findDump({ client }: Rows, date?: string): Promise<DumpNode | null> {
  const where = { size: { not: null }, ...(date !== undefined && { date: dayOf(date) }) };
  const row = await client.dump.findFirst({ where, orderBy: { date: 'desc' } });
  if (row === null || row.size === null || row.digest === null) return null;
  return {
    ...row,
    date: row.date.toISOString().slice(0, 10),
    madeAt: row.madeAt.toISOString(),
    position: row.position.toString(),
    size: row.size,
    digest: row.digest,
  };
}

/** A chunk of a dump; null for an unknown one. */
export async function readChunk({ client }: Rows, date: string, number: number): Promise<Buffer | null> {
  if (parseCalendarDate(date) === null) return null;
  const row = await client.dumpChunk.findUnique({ where: { date_number: { date: dayOf(date), number } } });
  return row === null ? null : Buffer.from(row.bytes);
}

/** Begins a dump, in place of an incomplete one of a dead process. */
export async function beginDump({ client }: Rows, dump: Omit<Dump, 'size' | 'digest'>): Promise<void> {
  await client.dump.deleteMany({ where: { size: null } });
  await client.dump.create({ data: dump });
}

/** Through the driver, which sends bytes as they are. Prisma takes 5 ms for a chunk, in which no request is read. */
export async function appendChunk(
  database: Pick<Database, 'query'>,
  date: Date,
  number: number,
  bytes: Buffer,
): Promise<void> {
  const text = 'INSERT INTO dump_chunk (date, number, bytes) VALUES ($1, $2, $3)';
  const values = [date.toISOString().slice(0, 10), number, bytes];
  await database.query({ text, values });
}

/** Makes a dump visible to readers. */
export async function completeDump(
  { client }: Rows,
  date: Date,
  content: { readonly size: number; readonly digest: string },
): Promise<void> {
  await client.dump.update({ where: { date }, data: content });
}

/** Removes the dumps of earlier days. */
export async function removeOldDumps({ client }: Rows, today: Date): Promise<void> {
  await client.dump.deleteMany({ where: { date: { lte: new Date(today.getTime() - KEPT_DAYS * DAY_MS) } } });
}
