import { errorChain } from '../base/errors.ts';

/** SQLSTATEs of PostgreSQL, appendix A. */
const CONFLICTS = ['40001', '40P01'];
/** 57014, 55P03: a statement or a wait for a lock has timed out, e.g. behind a long publication. */
const UNAVAILABLE = /^(08...|25006|53[1-4]00|55P03|57014|57P0[1-5]|58030)$/;
/** Failures that the operator must repair. */
const CONDITIONS: Readonly<Record<string, string>> = {
  '25006': 'is read-only',
  '53100': 'has no disk space left',
  '53200': 'is out of memory',
  '53300': 'has no connection left',
  '53400': 'has reached a limit of its configuration',
  '58030': 'cannot read or write its files',
};
/**
 * A database, a schema, a table, a type, a column or a function that is not there: never so in one that holds the
 * catalogue, but in one that is being restored. Some statements name one of our functions and no table.
 */
const LACKING = /^(3D000|3F000|42P01|42704|42703|42883|P1003|P2021|P2022)$/;
/** What is cached about a table that was dropped at this moment. */
const DROPPED = /could not open relation with OID|cache lookup failed for|cached plan must not change result type/;
const UNREACHABLE = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'EAI_AGAIN'];
/** P1001, P1002, P1008: unreachable or too slow. P1017: closed. P2024, P2037: no connection available. */
const PRISMA_UNAVAILABLE = ['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037'];
/** What Prisma's driver calls a lost server; of raw reads it keeps no other code. */
const DRIVER_UNAVAILABLE = ['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout', 'TooManyConnections'];
/**
 * Errors without a code in pg, the last one without one in Prisma (P2028 has too many other meanings), and a socket's
 * file that is missing: ENOENT is any file's.
 */
const LOST =
  /connect ENOENT|Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed|Cannot use a pool after calling end|Unable to start a transaction in the given time/;

/** A deadlock or a serialisation failure: the transaction can be retried. */
export function isConflict(error: unknown): boolean {
  return some(error, (it) => it.code === 'P2034' || CONFLICTS.includes(it.code) || CONFLICTS.includes(it.originalCode));
}

/**
 * The database is unreachable, full, read-only, too slow, out of connections or being restored: the request may succeed
 * later.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return some(
    error,
    (it) =>
      it.code === 'database_unreachable' ||
      it.code === 'database_busy' ||
      PRISMA_UNAVAILABLE.includes(it.code) ||
      UNREACHABLE.includes(it.code) ||
      DRIVER_UNAVAILABLE.includes(it.kind) ||
      UNAVAILABLE.test(it.code) ||
      UNAVAILABLE.test(it.originalCode) ||
      isLacking(it) ||
      LOST.test(it.message),
  );
}

/** What is wrong with an unavailable database, as the predicate of a sentence. */
export function databaseCondition(error: unknown): string {
  let condition = 'is not available now';
  some(error, (report) => {
    const lacks = isLacking(report) ? 'lacks tables or functions, as in a restore' : undefined;
    const named = CONDITIONS[report.code] ?? CONDITIONS[report.originalCode] ?? lacks;
    condition = named ?? condition;
    return named !== undefined;
  });
  return condition;
}

interface Report {
  readonly code: string;
  readonly originalCode: string;
  readonly kind: string;
  readonly message: string;
}

function isLacking({ code, originalCode, message }: Report): boolean {
  return LACKING.test(code) || LACKING.test(originalCode) || DROPPED.test(message);
}

/** pg, PrismaPg and Prisma each wrap PostgreSQL's report under another property. */
function some(error: unknown, test: (report: Report) => boolean): boolean {
  return errorChain(error).some(({ code, originalCode, kind, message }) =>
    test({
      code: asText(code),
      originalCode: asText(originalCode),
      kind: asText(kind),
      message: asText(message),
    }),
  );
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
