import type { ComponentChildren } from 'preact';
import { scriptOf } from '../design/assets.ts';
import { renderPage } from '../design/renderPage.tsx';
import { FormView } from '../forms/formView.tsx';
import type { Visit } from '../forms/visit.ts';
import { DESK_LEAVE_PATH, DESK_NAVIGATION } from './paths.ts';

interface DeskShell {
  readonly title: string;
  readonly visit: Visit;
  readonly children: ComponentChildren;
}

/** A page of the desk, with the navigation and the reviewer's name. */
export function deskShell({ title, visit, children }: DeskShell): string {
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
        {children}
      </>
    ),
  });
}
