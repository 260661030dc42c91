const SCHEDULE = '/explore/schedule';

/** Times of the page in the reader's time zone, and the schedule's days too until another zone is asked for. */
function showOwnTime(zone: string): void {
  const format = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short' });
  for (const time of document.querySelectorAll('time')) {
    const utc = time.textContent ?? '';
    if (!utc.endsWith(' UTC')) continue;
    time.textContent = `${format.format(new Date(time.dateTime))} ${zone}`;
    time.title = utc;
  }
  const own = `${SCHEDULE}?${new URLSearchParams({ tz: zone })}`;
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`a[href="${SCHEDULE}"]`)) link.href = own;
  if (location.pathname === SCHEDULE && location.search === '') location.replace(own);
}

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && zone !== 'UTC') showOwnTime(zone);
