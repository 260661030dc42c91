const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const format = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short' });

/** The reader's time zone; null for UTC, in which pages are written. */
const ownZone = zone && zone !== 'UTC' ? zone : null;

/** Times within an element in the reader's time zone, with UTC beside. */
function showOwnTime(within: ParentNode): void {
  if (ownZone === null) return;
  for (const time of within.querySelectorAll('time')) {
    const utc = time.textContent ?? '';
    if (!utc.endsWith(' UTC')) continue;
    time.textContent = `${format.format(new Date(time.dateTime))} ${ownZone}`;
    time.title = utc;
  }
}

const EVERY_MS = 10_000;

/** Reads the waiting part of a page again until nothing waits, the session ends or the quota is used up. */
function watchWaiting(waiting: HTMLElement): void {
  const note = document.createElement('p');
  note.className = 'note';
  note.textContent = 'Updates automatically.';
  waiting.append(note);
  const reading = setInterval(async () => {
    // Not while the reader uses the part, and not for a hidden tab.
    if (document.hidden || document.activeElement !== document.body || getSelection()?.type === 'Range') return;
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => null);
    if (answer === null) return;
    clearInterval(reading);
    if (!answer.ok) return note.remove();
    const read = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const next = read.querySelector<HTMLElement>('[data-waits]');
    // Other parts of the page change with the end of the wait.
    if (next === null) return location.reload();
    showOwnTime(next);
    waiting.replaceWith(next);
    watchWaiting(next);
  }, EVERY_MS);
}

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
