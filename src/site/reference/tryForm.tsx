import type { VNode } from 'preact';
import { Field } from '../design/fields.tsx';
import { bodyOf, inOrder, type Parameter, type Placed } from './described.ts';

/**
 * A form that sends the operation. Without a script a GET opens its answer; the script shows answers in place, sends
 * other methods, and adds the key.
 */
export function TryForm({ path, method, operation }: Placed): VNode {
  const { operationId } = operation;
  const parameters = inOrder(operation.parameters);
  const [needed, others] = [true, false].map((isNeeded) =>
    parameters.filter((it) => (it.required === true) === isNeeded),
  );
  const body = bodyOf(operation);
  return (
    <form
      class="try"
      action={`/v1/reference/send/${operationId}`}
      method="get"
      data-method={method}
      data-path={path}
      data-body-type={body?.type}
    >
      {needed?.map((parameter) => (
        <ParameterField {...parameter} />
      ))}
      {body !== null && (
        <Field label="Body">
          <textarea rows={8} data-in="body">
            {JSON.stringify(body.schema.examples?.[0] ?? {}, null, 2)}
          </textarea>
        </Field>
      )}
      {others !== undefined && others.length > 0 && (
        <details>
          <summary>Other parameters of {operationId}</summary>
          {others.map((parameter) => (
            <ParameterField {...parameter} />
          ))}
        </details>
      )}
      <button type="submit" disabled={method !== 'GET'}>
        Send {method}
      </button>
      {method !== 'GET' && <p class="note">Needs a script of this page, and an access token.</p>}
      <div class="answer" />
    </form>
  );
}

function ParameterField({ name, in: place, required = false, schema }: Parameter): VNode {
  const attributes = { name, 'data-in': place };
  const example = schema.examples?.[0];
  return (
    <Field label={required ? `${name} (required)` : name}>
      {schema.enum === undefined ? (
        <input
          type="text"
          {...attributes}
          required={required && place !== 'header'}
          placeholder={example === undefined ? undefined : String(example)}
        />
      ) : (
        <select {...attributes}>
          <option value="" />
          {schema.enum.map((value) => (
            <option value={String(value)}>{String(value)}</option>
          ))}
        </select>
      )}
    </Field>
  );
}
