const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const format = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short' });

/** The reader's time zone; null for UTC, in which pages are written. */
export const ownZone = zone && zone !== 'UTC' ? zone : null;

/** Times within an element in the reader's time zone, with UTC beside. */
export function showOwnTime(within: ParentNode): void {
  if (ownZone === null) return;
  for (const time of within.querySelectorAll('time')) {
    const utc = time.textContent ?? '';
    if (!utc.endsWith(' UTC')) continue;
    time.textContent = `${format.format(new Date(time.dateTime))} ${ownZone}`;
    time.title = utc;
  }
}
