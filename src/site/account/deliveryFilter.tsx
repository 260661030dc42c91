import type { VNode } from 'preact';
import { invalidParameter } from '../../graph/model/errors.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import { DELIVERY_KINDS, DELIVERY_STATUSES } from '../../graph/model/vocabulary.ts';
import { Fault } from '../design/fault.tsx';
import { Field } from '../design/field.tsx';
import { choiceIn, QUERY, type Visit } from '../forms/visit.ts';
import { deliveryState } from './deliveryTable.tsx';

/** The names of the query by which deliveries are filtered, and of the cursor. */
export const DELIVERY_QUERY = ['status', 'kind', 'event', 'since', 'after'] as const;

/** The query of a refused filter, of which only the application's names are read. */
export const NO_FILTER = { status: null, kind: null, event: null, since: null, after: null };

/** The variables of the graph's query. @throws CatalogError invalid_parameter */
export function filterOf({ texts, now }: Visit) {
  const { status, kind, event, since, after = null } = texts;
  return {
    status: status === undefined ? null : choiceIn('status', status, DELIVERY_STATUSES),
    kind: kind === undefined ? null : choiceIn('kind', kind, DELIVERY_KINDS),
    event: event === undefined ? null : eventIn(event),
    since: since === undefined ? null : beginOf(since, now),
    after,
  };
}

function eventIn(text: string): string {
  const id = parseUuid(text.trim());
  if (id === null) throw invalidParameter('event', 'the id of an event, a UUID, is expected.');
  return id;
}

/** The form of the filter, with the current choice. */
export function DeliveryFilter({ visit }: { readonly visit: Visit }): VNode {
  const { status = '', kind = '', event = '', since = '' } = visit.texts;
  return (
    <details open={DELIVERY_QUERY.some((name) => visit.texts[name] !== undefined)}>
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

const HOUR_MS = 3_600_000;

/** Periods by which deliveries are filtered. */
const PERIODS: Readonly<Record<string, { readonly label: string; readonly hours: number }>> = {
  hour: { label: 'the last hour', hours: 1 },
  day: { label: 'the last 24 hours', hours: 24 },
  week: { label: 'the last 7 days', hours: 168 },
};

interface PeriodFieldProps {
  readonly label: string;
  readonly chosen: string;
  /** Whether the choice is optional. */
  readonly any: boolean;
}

/** The choice of a period. */
export function PeriodField({ label, chosen, any }: PeriodFieldProps): VNode {
  return (
    <Field label={label}>
      <select name="since">
        {any && <option value="">any time</option>}
        {Object.entries(PERIODS).map(([value, period]) => (
          <option key={value} value={value} selected={value === chosen}>
            {period.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** The instant with which a period begins, as ISO 8601. @throws CatalogError invalid_parameter for an unknown one */
export function beginOf(period: string | null, now: Date): string {
  const hours = PERIODS[choiceIn('since', period, Object.keys(PERIODS))]?.hours ?? 0;
  return new Date(now.getTime() - hours * HOUR_MS).toISOString();
}
