import type { VNode } from 'preact';
import { Field } from '../design/field.tsx';

const HOUR_MS = 3_600_000;

/** Periods by which deliveries are filtered. */
const PERIODS: Readonly<Record<string, { readonly label: string; readonly hours: number }>> = {
  hour: { label: 'the last hour', hours: 1 },
  day: { label: 'the last 24 hours', hours: 24 },
  week: { label: 'the last 7 days', hours: 168 },
};

/** The choice of a period. @param any whether the choice is optional */
export function PeriodField({
  label,
  chosen,
  any,
}: {
  readonly label: string;
  readonly chosen: string;
  readonly any: boolean;
}): VNode {
  return (
    <Field label={label}>
      <select name="since">
        {any && <option value="">any time</option>}
        {Object.entries(PERIODS).map(([value, period]) => (
          <option key={value} value={value} selected={value === chosen}>
            {period.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** The instant with which a period begins, as ISO 8601; null for an invalid text. */
export function beginOf(period: string, now: Date): string | null {
  const found = Object.hasOwn(PERIODS, period) ? PERIODS[period] : undefined;
  return found === undefined ? null : new Date(now.getTime() - found.hours * HOUR_MS).toISOString();
}
