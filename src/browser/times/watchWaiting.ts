import { showOwnTime } from './showOwnTime.ts';

const EVERY_MS = 10_000;

/** Reads what waits again, by itself, until nothing waits any more, the session ends or the quota is used up. */
export function watchWaiting(waiting: HTMLElement): void {
  const told = document.createElement('p');
  told.className = 'note';
  waiting.append(told);
  const due = Date.parse(waiting.dataset.due ?? '');
  const tell = () => {
    const seconds = Math.ceil((due - Date.now()) / 1000);
    told.textContent =
      seconds > 0 ? `The next attempt is due in ${inWords(seconds)}.` : 'This is read again by itself.';
  };
  tell();
  const ticking = setInterval(tell, 1000);
  const reading = setInterval(async () => {
    // Not from under the reader's hands, and not for a tab that nobody sees.
    if (document.hidden || document.activeElement !== document.body || getSelection()?.type === 'Range') return;
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => null);
    if (answer === null) return;
    clearInterval(ticking);
    clearInterval(reading);
    if (!answer.ok) return told.remove();
    const read = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const next = read.querySelector<HTMLElement>('[data-waits]');
    // What waited has ended: other parts of the page say so too.
    if (next === null) return location.reload();
    showOwnTime(next);
    waiting.replaceWith(next);
    watchWaiting(next);
  }, EVERY_MS);
}

function inWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
