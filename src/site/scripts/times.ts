import { ownZone, showOwnTime } from './times/showOwnTime.ts';
import { watchWaiting } from './times/watchWaiting.ts';

const SCHEDULE = '/explore/schedule';

/** The schedule's days in the reader's zone until another is asked for. */
function leadToOwnSchedule(zone: string): void {
  const own = `${SCHEDULE}?${new URLSearchParams({ tz: zone })}`;
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`a[href="${SCHEDULE}"]`)) link.href = own;
  if (location.pathname === SCHEDULE && location.search === '') location.replace(own);
}

showOwnTime(document);
if (ownZone !== null) leadToOwnSchedule(ownZone);
for (const waiting of document.querySelectorAll<HTMLElement>('[data-waits]')) watchWaiting(waiting);
