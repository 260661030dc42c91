import type { ComponentChildren } from 'preact';
import { scriptOf } from '../design/assets.ts';
import { renderPage } from '../design/renderPage.tsx';
import { FormView } from '../forms/formView.tsx';
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

/** The page of an anime. */
export function animePath(id: string): string {
  return `/review/anime/${id}`;
}

interface DeskShell {
  readonly title: string;
  readonly visit: Visit;
}

/** A page of the desk, with the navigation and the reviewer's name. */
export function deskShell({ title, visit }: DeskShell, ...content: ComponentChildren[]): string {
  return renderPage({
    title,
    layout: 'text',
    path: visit.path,
    navigation: DESK_NAVIGATION,
    scripts: [scriptOf('times').path],
    home: DESK_NAVIGATION[0][0],
    tools: (
      <div class="you">
        <span class="note">
          Decisions are recorded as those of <bdi>{visit.subject}</bdi>
        </span>
        <FormView visit={visit} name="leave" action={DESK_LEAVE_PATH} submit="Sign out" look="quiet" />
      </div>
    ),
    children: (
      <>
        <h1>{title}</h1>
        {visit.notice}
        {content}
      </>
    ),
  });
}
