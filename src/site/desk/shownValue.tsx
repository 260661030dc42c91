import type { ComponentChildren } from 'preact';
import { Link } from '../design/link.tsx';
import { siteLink } from '../design/siteLink.ts';
import { Title } from '../design/title.tsx';

type Members = Readonly<Record<string, unknown>>;

/** A value of a record or of the catalogue: a title in its language, an id linked to its site, any other as text. */
export function shownValue(value: unknown): { readonly text: string; readonly shown: ComponentChildren } {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { text, shown: isMembers(value) ? (titleOf(value) ?? idOf(value) ?? text) : <bdi>{text}</bdi> };
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function titleOf({ title, language, kind }: Members): ComponentChildren {
  if (typeof title !== 'string') return null;
  const known = [language, kind].filter((part) => typeof part === 'string');
  return (
    <>
      <Title text={title} language={typeof language === 'string' ? language : null} />
      {known.length > 0 && ` (${known.join(', ')})`}
    </>
  );
}

function idOf({ site, id }: Members): ComponentChildren {
  if (typeof site !== 'string' || typeof id !== 'string') return null;
  const to = siteLink({ site, id });
  const text = `${site} ${id}`;
  return to === null ? text : <Link to={to}>{text}</Link>;
}
