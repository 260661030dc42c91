import type { VNode } from 'preact';
import { parseUrl } from '../../parseUrl.ts';
import type { ShownAnime } from './shownAnime.ts';

function isOf(hosts: readonly string[], url: string): boolean {
  const { protocol, host } = parseUrl(url) ?? {};
  return protocol === 'https:' && host !== undefined && hosts.includes(host);
}

interface CoverProps {
  readonly anime: Pick<ShownAnime, 'id' | 'images'>;
  /** Its title, as the page shows it. */
  readonly text: string;
  readonly hosts: readonly string[];
}

/**
 * The first picture of an allowed host, which gets no referrer; without one the title on a colour that the id gives.
 * Its box has a fixed shape, so that the page does not shift.
 */
export function Cover({ anime: { id, images }, text, hosts }: CoverProps): VNode {
  const shown = images.find(({ url }) => isOf(hosts, url));
  if (shown === undefined) {
    // An attribute, because the page's policy forbids styles beside its own sheet.
    const colour = `hsl(${Number.parseInt(id.slice(-4), 16) % 360} 40% 34%)`;
    return (
      <svg class="cover" viewBox="0 0 100 140" aria-hidden="true">
        <rect width="100" height="140" fill={colour} />
        <foreignObject width="100" height="140">
          <p>{text}</p>
        </foreignObject>
      </svg>
    );
  }
  return (
    <img
      class="cover"
      src={shown.url}
      alt={text}
      width={100}
      height={140}
      loading="lazy"
      decoding="async"
      referrerpolicy="no-referrer"
    />
  );
}
