import { Fault } from '../../../html/fault.tsx';
import { Field } from '../../../html/field.tsx';
import { renderPage } from '../../../html/renderPage.tsx';
import { CancelForm } from './cancelForm.tsx';

interface SignIn {
  /** The form's target. */
  readonly action: string;
  readonly client: string;
  /** The user name typed before; empty at first. */
  readonly name: string;
  /** The reason of the refusal; null at first. */
  readonly fault: string | null;
}

export function signInPage({ action, client, name, fault }: SignIn): string {
  const isFirst = name === '';
  return renderPage({
    title: 'Sign in',
    layout: 'form',
    children: (
      <>
        <h1>Sign in</h1>
        <p>
          to continue to <strong>{client}</strong>
        </p>
        {fault !== null && <Fault>{fault}</Fault>}
        <form method="post" action={`${action}/sign-in`}>
          <Field label="Name">
            <input
              name="name"
              autocomplete="username"
              autocapitalize="none"
              spellcheck={false}
              required
              maxLength={64}
              value={name}
              autofocus={isFirst}
            />
          </Field>
          <Field label="Password">
            <input
              name="password"
              type="password"
              autocomplete="current-password"
              required
              maxLength={256}
              autofocus={!isFirst}
            />
          </Field>
          <button type="submit">Sign in</button>
        </form>
        <CancelForm action={action} />
      </>
    ),
  });
}
