import type { VNode } from 'preact';
import { Link } from '../../html/link.tsx';
import { parseUrl } from '../../parseUrl.ts';
import type { Picture } from './shownAnime.ts';

/** The first picture that may be shown; null without one of these hosts. */
export function shownPicture(images: readonly Picture[], hosts: readonly string[]): Picture | null {
  return images.find(({ url }) => isOf(hosts, url)) ?? null;
}

function isOf(hosts: readonly string[], url: string): boolean {
  const { protocol, host } = parseUrl(url) ?? {};
  return protocol === 'https:' && host !== undefined && hosts.includes(host);
}

/** A picture in a box of fixed size, so that the page does not shift. Its host gets no referrer. */
export function PictureBox({ url, alternative }: { readonly url: string; readonly alternative: string }): VNode {
  return (
    <img
      class="picture"
      src={url}
      alt={alternative}
      width={120}
      height={168}
      loading="lazy"
      decoding="async"
      referrerpolicy="no-referrer"
    />
  );
}

interface PicturesProps {
  readonly images: readonly Picture[];
  readonly hosts: readonly string[];
  readonly alternative: string;
}

/** The first picture of an allowed host, and links to all of them. */
export function Pictures({ images, hosts, alternative }: PicturesProps): VNode | null {
  if (images.length === 0) return null;
  const shown = shownPicture(images, hosts);
  return (
    <>
      {shown !== null && <PictureBox url={shown.url} alternative={alternative} />}
      <ul>
        {images.map(({ url, width, height }) => (
          <li key={url}>
            <Link to={url}>
              Picture at {parseUrl(url)?.host || url}
              {width !== null && height !== null && `, ${width} × ${height}`}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
