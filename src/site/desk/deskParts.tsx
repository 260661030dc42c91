import type { ComponentChildren, VNode } from 'preact';
import { Field } from '../design/field.tsx';
import { Link } from '../design/link.tsx';
import { siteLink } from '../design/siteLink.ts';
import { Title } from '../design/title.tsx';
import { words } from '../design/words.ts';
import { typed } from '../forms/formView.tsx';
import type { Visit } from '../forms/visit.ts';
import { animePath } from './deskShell.tsx';

/** The reason of a decision. A field of several lines: Enter in it sends nothing. */
export function ReasonField({ visit, form }: { readonly visit: Visit; readonly form: string }): VNode {
  return (
    <Field label="Reason, kept with the decision">
      <textarea name="reason" rows={2} maxLength={2000}>
        {typed(visit, form, 'reason')}
      </textarea>
    </Field>
  );
}

/** The typed reason, as a member of a decision's input; absent when empty. */
export function reasonOf(fields: URLSearchParams): { readonly reason?: string } {
  const reason = fields.get('reason')?.trim() ?? '';
  return reason === '' ? {} : { reason };
}

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

/** A field as people read it: `externalIds` is "External ids". */
export function fieldName(field: string): string {
  return words(field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}

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
