import type { VNode } from 'preact';
import { invalidParameter } from '../../graph/model/errors.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import { DELIVERY_KINDS, DELIVERY_STATUSES } from '../../graph/model/vocabulary.ts';
import { Fault } from '../design/fault.tsx';
import { Field } from '../design/field.tsx';
import { QUERY } from '../forms/answerVisit.ts';
import type { Visit } from '../forms/visit.ts';
import { beginOf, PeriodField } from './period.tsx';
import { deliveryState } from './states.ts';

/** The names of the query by which deliveries are filtered, and of the cursor. */
export const DELIVERY_QUERY = ['status', 'kind', 'event', 'since', 'after'] as const;

/** The query of a refused filter, of which only the application's names are read. */
export const NO_FILTER = { status: null, kind: null, event: null, since: null, after: null };

/** The members of the query that are not empty: a form sends empty fields too. */
export function givenOf({ texts }: Visit): Record<string, string> {
  const names: readonly string[] = DELIVERY_QUERY;
  return Object.fromEntries(Object.entries(texts).filter(([name, text]) => names.includes(name) && text !== ''));
}

/** The variables of the graph's query. @throws CatalogError invalid_parameter */
export function filterOf(visit: Visit) {
  const {
    status = null,
    kind = null,
    event = null,
    since = null,
    after = null,
  } = givenOf(visit) as Partial<Record<(typeof DELIVERY_QUERY)[number], string>>;
  const now = visit.context.now();
  return {
    status: status === null ? null : choice('status', status, DELIVERY_STATUSES),
    kind: kind === null ? null : choice('kind', kind, DELIVERY_KINDS),
    event: event === null ? null : known('event', parseUuid(event.trim()), 'the id of an event, a UUID, is expected.'),
    since: since === null ? null : known('since', beginOf(since, now), 'one of the choices is expected.'),
    after,
  };
}

/** The form of the filter, with the current choice. */
export function DeliveryFilter({ visit }: { readonly visit: Visit }): VNode {
  const { status = '', kind = '', event = '', since = '' } = visit.texts;
  return (
    <details open={Object.keys(givenOf(visit)).length > 0}>
      <summary>Filter</summary>
      <form action={visit.path}>
        {visit.fault?.form === QUERY && <Fault isFocused>{visit.fault.message}</Fault>}
        <Choices
          label="State"
          name="status"
          chosen={status}
          choices={DELIVERY_STATUSES.map((each) => [each, deliveryState(each)])}
        />
        <Choices label="Kind" name="kind" chosen={kind} choices={DELIVERY_KINDS.map((each) => [each, each])} />
        <Field label="Id of the event">
          <input name="event" value={event} spellcheck={false} />
        </Field>
        <PeriodField label="Made within" chosen={since} any />
        <button type="submit">Show</button>
      </form>
    </details>
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly name: string;
  readonly chosen: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
}

function Choices({ label, name, chosen, choices }: ChoicesProps): VNode {
  return (
    <Field label={label}>
      <select name={name}>
        <option value="">any</option>
        {choices.map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

function choice<Choice extends string>(name: string, text: string, choices: readonly Choice[]): Choice {
  const found = choices.find((each) => each === text) ?? null;
  return known(name, found, `one of ${choices.join(', ')} is expected.`);
}

function known<Value>(name: string, value: Value | null, rule: string): Value {
  if (value === null) throw invalidParameter(name, rule);
  return value;
}
