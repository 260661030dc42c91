import type { VNode } from 'preact';
import { Field } from '../design/fields.tsx';
import { bodyOf, inOrder, type Parameter, type Placed } from './described.ts';

/** A form by which a script sends the operation, with the key, and shows the answer; hidden without scripts. */
export function TryForm({ path, method, operation }: Placed): VNode {
  const { operationId } = operation;
  const parameters = inOrder(operation.parameters);
  const [needed, others] = [true, false].map((isNeeded) =>
    parameters.filter((it) => (it.required === true) === isNeeded),
  );
  const body = bodyOf(operation);
  return (
    <form class="try" hidden data-method={method} data-path={path} data-body-type={body?.type}>
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
      <button type="submit">Send {method}</button>
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
