import type { VNode } from 'preact';
import { inOrder, type Operation, type Parameter, type Placed } from './described.ts';

/**
 * A form that sends the operation. Without a script a GET opens its answer; the script shows answers in place, sends
 * other methods, and adds the key.
 */
export function TryForm({ path, method, operation }: Placed): VNode {
  const { operationId } = operation;
  const parameters = inOrder(operation.parameters);
  const others = parameters.filter(({ required }) => required !== true);
  const bodyType = bodyTypeOf(operation);
  return (
    <form
      class="try"
      action={`/v1/reference/send/${operationId}`}
      method="get"
      data-method={method}
      data-path={path}
      data-body-type={bodyType ?? undefined}
    >
      {parameters
        .filter(({ required }) => required === true)
        .map((parameter) => (
          <Input key={parameter.name} {...parameter} />
        ))}
      {bodyType !== null && (
        <label class="field">
          Body
          <textarea rows={8} data-in="body">
            {bodyOf(operation)}
          </textarea>
        </label>
      )}
      {others.length > 0 && (
        <details>
          <summary>Other parameters of {operationId}</summary>
          {others.map((parameter) => (
            <Input key={parameter.name} {...parameter} />
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

function Input({ name, in: place, required = false, schema }: Parameter): VNode {
  const example = schema.examples?.[0];
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is its child.
    <label class="field">
      {name}
      {required && ' (required)'}
      {schema.enum === undefined ? (
        <input
          type="text"
          name={name}
          data-in={place}
          required={required && place !== 'header'}
          {...(example !== undefined && { placeholder: String(example) })}
        />
      ) : (
        <select name={name} data-in={place}>
          <option value="" />
          {schema.enum.map((value) => (
            <option key={String(value)} value={String(value)}>
              {String(value)}
            </option>
          ))}
        </select>
      )}
    </label>
  );
}

/** The media type of the body; null where there is none. */
export function bodyTypeOf({ requestBody }: Operation): string | null {
  return requestBody === undefined ? null : (Object.keys(requestBody.content)[0] ?? null);
}

/** A body to begin with. */
function bodyOf({ requestBody }: Operation): string {
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
  return JSON.stringify(schema?.examples?.[0] ?? {}, null, 2);
}
