import type { VNode } from 'preact';
import { Fault } from './fault.tsx';
import { Field } from './field.tsx';

interface PasswordFormProps {
  /** The form's target. */
  readonly action: string;
  /** The page that follows. */
  readonly to: string;
  /** The name typed before; empty at first. */
  readonly name: string;
  /** Why signing in failed; null at first. */
  readonly fault: string | null;
}

/** No name is longer: what was typed too much is not shown again. */
const LONGEST_NAME = 64;

/** Signs in by name and password. */
export function PasswordForm({ action, to, name, fault }: PasswordFormProps): VNode {
  const isFirst = name === '';
  return (
    <form method="post" action={action}>
      {fault !== null && <Fault>{fault}</Fault>}
      <input type="hidden" name="to" value={to} />
      <Field label="Name">
        <input
          name="name"
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
          value={name.slice(0, LONGEST_NAME)}
          autofocus={isFirst}
        />
      </Field>
      <Field label="Password">
        <input name="password" type="password" autocomplete="current-password" required autofocus={!isFirst} />
      </Field>
      <button type="submit">Sign in</button>
    </form>
  );
}
