import type { CommandFailure } from '../failures.ts';
import type { RecordPlace } from './importItem.ts';

/** A rejected record. */
export interface RejectedRecord {
  readonly place: RecordPlace;
  readonly reason: string;
  readonly pointer: string | null;
}

/** A record that waits for a reviewer; `proposalId` is null in a dry run. */
interface ProposedRecord {
  readonly place: RecordPlace;
  readonly reason: string;
  readonly proposalId: string | null;
}

/** A record whose new values a decision keeps out; `proposalId` is null for a pin. */
interface HeldRecord {
  readonly place: RecordPlace;
  readonly reason: string;
  readonly proposalId: string | null;
}

/** The counts of an import so far. */
export interface ImportReport extends ImportCounts {
  /** Records read, broken ones included. */
  records: number;
  /** Records of the whole file, where the format is read to its end before the first is sent; else null. */
  total: number | null;
  /** Position of the last event published when the last batch was answered; null before. */
  position: string | null;
  /** Whether it was stopped by the operator before the end of the file. */
  stopped: boolean;
  /** What ended it before the end of the file: a broken file, the server gone or refusing a batch. */
  failure: CommandFailure | null;
  /** The first record of the batch that the server did not take; null where no batch failed. */
  failedAt: RecordPlace | null;
  /** The first thousand, as of those below; the counts have all. */
  readonly rejects: RejectedRecord[];
  readonly proposals: ProposedRecord[];
  readonly holds: HeldRecord[];
}

/** Every record is counted in exactly one of these. */
export const OUTCOMES = ['created', 'updated', 'unchanged', 'held', 'proposed', 'rejected'] as const;

const COUNTED = [...OUTCOMES, 'ignoredMembers'] as const;

type ImportCounts = Record<(typeof COUNTED)[number], number>;

/** The counts alone, of an object with further members. */
export function pickCounts(counted: ImportCounts): ImportCounts {
  return Object.fromEntries(COUNTED.map((name) => [name, counted[name]])) as ImportCounts;
}

export function addCounts(one: ImportCounts, other: ImportCounts): ImportCounts {
  return Object.fromEntries(COUNTED.map((name) => [name, one[name] + other[name]])) as ImportCounts;
}

export const NO_COUNTS = Object.fromEntries(COUNTED.map((name) => [name, 0])) as Readonly<ImportCounts>;
