import type { VNode } from 'preact';
import { Input } from '../design/fields.tsx';
import { Link } from '../design/link.tsx';
import { Fault } from '../design/parts.tsx';
import type { SignInView } from './place.ts';

interface SignInFormProps {
  /** Whether the password is typed here; else a link leads to OAUTH_ISSUER. */
  readonly kind: 'password' | 'issuer';
  /** The path of sign-in. */
  readonly action: string;
  readonly view: SignInView;
}

/** No name is longer: what was typed too much is not shown again. */
const LONGEST_NAME = 64;

/** Signs in by name and password, or leads to where one does. */
export function SignInForm({ kind, action, view: { to, name = '', fault } }: SignInFormProps): VNode {
  const shown = fault === undefined ? null : <Fault>{fault}</Fault>;
  if (kind === 'issuer') {
    return (
      <>
        {shown}
        <p>
          <Link to={`${action}?${new URLSearchParams({ to })}`}>Sign in</Link>
        </p>
      </>
    );
  }
  const isFirst = name === '';
  const ofName = { autocomplete: 'username', autocapitalize: 'none', spellcheck: false } as const;
  return (
    <form method="post" action={action}>
      {shown}
      <input type="hidden" name="to" value={to} />
      <Input label="Name" name="name" stored={name.slice(0, LONGEST_NAME)} required autofocus={isFirst} {...ofName} />
      <Input
        label="Password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        autofocus={!isFirst}
      />
      <button type="submit">Sign in</button>
    </form>
  );
}
