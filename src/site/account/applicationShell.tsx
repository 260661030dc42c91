import type { ComponentChildren } from 'preact';
import { graphql } from '../../graph/schema/operation.ts';
import { Fault } from '../design/fault.tsx';
import { Navigation } from '../design/navigation.tsx';
import type { Visit } from '../forms/visit.ts';
import { accountShell, applicationPath } from './accountShell.tsx';

/** The fields that every page of an application reads. */
export const shellFields = graphql(`
  fragment ApplicationShellFields on Application { id name restReason }
`);

interface ApplicationShell {
  /** The title of the page, beside the application's name. */
  readonly title: string;
  readonly visit: Visit;
  readonly application: { readonly id: string; readonly name: string; readonly restReason: string | null };
  /** The pages between the application and this one. */
  readonly above?: readonly (readonly [to: string, label: string])[];
}

/** A page of an application. */
export function applicationShell(
  { title, visit, application, above = [] }: ApplicationShell,
  ...content: ComponentChildren[]
): string {
  const { id, name, restReason } = application;
  const own = above.length === 0 ? [] : [[applicationPath(id), name] as const];
  const tabs = above.length === 0 && (
    <Navigation
      label="Application"
      current={visit.path}
      isTabs
      links={[
        [applicationPath(id), 'Overview'],
        [applicationPath(id, 'keys'), 'Keys'],
        [applicationPath(id, 'webhooks'), 'Webhooks'],
        [applicationPath(id, 'settings'), 'Settings'],
      ]}
    />
  );
  return accountShell(
    { title, visit, above: [['/account', 'Your applications'], ...own, ...above], tabs },
    restReason !== null && <Fault>▲ {restReason}</Fault>,
    ...content,
  );
}
