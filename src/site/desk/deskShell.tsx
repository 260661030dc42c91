import type { ComponentChildren, VNode } from 'preact';
import { recordTitle } from '../../graph/review/waitingReason.ts';
import { scriptOf } from '../design/assets.ts';
import { Difference } from '../design/difference.tsx';
import { TextArea } from '../design/fields.tsx';
import { Link, NamedLink } from '../design/link.tsx';
import { Title } from '../design/parts.tsx';
import { renderPage } from '../design/renderPage.tsx';
import { siteLink, words } from '../design/words.ts';
import { FormView, Visiting } from '../forms/formView.tsx';
import type { Visit } from '../forms/visit.ts';

/** Between the pages of the desk and GraphiQL. */
export const DESK_NAVIGATION = [
  ['/', 'Desk'],
  ['/review', 'Review'],
  ['/review/history', 'Decided'],
  ['/graphql', 'GraphiQL'],
] as const;

export const DESK_LEAVE_PATH = '/review/leave';
export const DESK_SIGN_IN_PATH = '/review/sign-in';

/** The page of a proposal. */
export function proposalPath(id: string): string {
  return `/review/${id}`;
}

type Titled = Readonly<Record<'type' | 'source' | 'sourceId', string> & { record: unknown }>;

/** What a record is called: its title, else what identifies it at its source. */
export function proposalTitle({ type, source, sourceId, record }: Titled): string {
  return recordTitle(record) ?? `${words(type)} ${source} ${sourceId}`;
}

/** The page of an anime. */
export function animePath(id: string): string {
  return `/review/anime/${id}`;
}

/** A page of the desk, with the navigation and the reviewer's name. */
export function deskShell(
  { title, visit }: { readonly title: string; readonly visit: Visit },
  ...content: ComponentChildren[]
): string {
  return renderPage({
    title,
    path: visit.path,
    navigation: DESK_NAVIGATION,
    scripts: [scriptOf('times').path],
    home: DESK_NAVIGATION[0][0],
    within: (page) => <Visiting.Provider value={visit}>{page}</Visiting.Provider>,
    tools: (
      <div class="you">
        <span class="note">
          Signed in as <bdi>{visit.subject}</bdi>
        </span>
        <FormView name="leave" action={DESK_LEAVE_PATH} submit="Sign out" look="quiet" />
      </div>
    ),
    children: [visit.notice, content],
  });
}

/** The reason of a decision. */
export function ReasonField(): VNode {
  return <TextArea label="Reason (kept with the decision)" name="reason" maxLength={2000} />;
}

/** The typed reason, as a member of a decision's input; absent when empty. */
export function reasonOf(fields: URLSearchParams): { readonly reason?: string } {
  const reason = fields.get('reason')?.trim() ?? '';
  return reason === '' ? {} : { reason };
}

/** The anime that a record belongs to, with the way to it. */
export function OwnAnime({ anime }: { readonly anime: Record<'id' | 'title', string> | null }): VNode {
  return anime === null ? <>none</> : <NamedLink to={animePath(anime.id)} name={anime.title} />;
}

/** A field as people read it: `externalIds` is "External ids". */
export function fieldName(field: string): string {
  return words(field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}

/** A change of a field, of which each value is JSON; `before` is null where there was none. */
export function Change({ before, after }: { readonly before: string | null; readonly after: string }): VNode {
  return (
    <Difference before={before === null ? null : JSON.parse(before)} after={JSON.parse(after)} show={shownValue} />
  );
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
  const page = siteLink({ site, id });
  const text = `${site} ${id}`;
  return page === null ? text : <Link to={page.to}>{text}</Link>;
}
