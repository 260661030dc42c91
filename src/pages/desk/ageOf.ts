const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago an instant was, such as `3 days`; `less than a minute`. */
export function ageOf(instant: Date, now: Date): string {
  const age = now.getTime() - instant.getTime();
  const unit = UNITS.find(([, milliseconds]) => age >= milliseconds);
  if (unit === undefined) return 'less than a minute';
  const count = Math.floor(age / unit[1]);
  return `${count} ${unit[0]}${count === 1 ? '' : 's'}`;
}
