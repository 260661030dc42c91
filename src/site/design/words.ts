const WORDS: Readonly<Record<string, string>> = { tv: 'TV', ova: 'OVA', ona: 'ONA', tv_short: 'TV short' };

/** A value of the vocabulary as people read it: `parent_story` is "Parent story". */
export function words(value: string): string {
  return WORDS[value] ?? `${value.charAt(0).toUpperCase()}${value.slice(1).replaceAll('_', ' ')}`;
}

/** A value that may be unknown. It is never shown as 0, or as nothing. */
export function known(value: string | number | null): string {
  return value === null ? 'unknown' : String(value);
}

const EPISODE_STATES: Readonly<Record<string, string>> = {
  released: '● released',
  scheduled: '◐ planned',
  delayed: '▲ delayed',
  cancelled: '✕ cancelled',
};

/** The state of an episode: a sign, which no colour replaces, and a word. */
export function episodeState(status: string): string {
  return EPISODE_STATES[status] ?? status;
}
