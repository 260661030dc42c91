import type { ComponentChildren } from 'preact';
import { publicPage } from '../design/publicPage.tsx';

/** A page of the account for people who are not signed in. */
export function accountNotice(title: string, children: ComponentChildren): string {
  return publicPage({
    title,
    path: '/account',
    isListed: false,
    children: (
      <>
        <h1>{title}</h1>
        {children}
      </>
    ),
  });
}
