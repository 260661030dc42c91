import type { VNode } from 'preact';
import { Link } from '../design/link.tsx';
import { Title } from '../design/title.tsx';
import { animePath } from './paths.ts';

interface OwnAnimeProps {
  readonly anime: { readonly id: string; readonly title: string } | null;
}

/** The anime that a record belongs to, with the way to it. */
export function OwnAnime({ anime }: OwnAnimeProps): VNode {
  if (anime === null) return <>none</>;
  return (
    <Link to={animePath(anime.id)}>
      <Title text={anime.title} language={null} />
    </Link>
  );
}
