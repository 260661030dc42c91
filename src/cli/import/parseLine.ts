import { repeatedMember } from '../../repeatedMember.ts';
import type { ImportItem } from './importItem.ts';
import type { Line } from './splitLines.ts';

/** Records have four levels; what recurses over a value must end. */
const MOST_LEVELS = 100;

/** The JSON object that a line holds. */
export function parseLine(line: Line): ImportItem {
  const place = { unit: 'line', number: line.number } as const;
  if ('problem' in line) return { place, reason: line.problem, pointer: null };
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch (error) {
    return { place, reason: `the line is not JSON: ${(error as Error).message}`, pointer: null };
  }
  if (isDeeper(value, MOST_LEVELS)) {
    return { place, reason: `the line has more than ${MOST_LEVELS} levels of objects and lists`, pointer: null };
  }
  const twice = repeatedMember(line.text);
  if (twice !== null) return { place, reason: `the line has the member ${twice} twice in one object`, pointer: null };
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { place, record: value };
  return { place, reason: 'the line must be a JSON object', pointer: null };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
