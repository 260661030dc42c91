import type { VNode } from 'preact';
import { invalidParameter } from '../../graph/model/errors.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import { DELIVERY_KINDS, DELIVERY_STATUSES } from '../../graph/model/vocabulary.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { Input, Select } from '../design/fields.tsx';
import { Link } from '../design/link.tsx';
import { Fault, Time, timeOr } from '../design/parts.tsx';
import { Table } from '../design/table.tsx';
import { useVisit } from '../forms/formView.tsx';
import { choiceIn, QUERY, type Visit } from '../forms/visit.ts';

/** The fields of a delivery in a table. */
export const listedDelivery = graphql(`
  fragment ListedDelivery on Delivery {
    id kind isTest status createdAt nextAttemptAt attempts { status error reason { code text } }
  }
`);

type Listed = ResultOf<typeof listedDelivery>;

interface DeliveryTableProps<Delivery> {
  readonly deliveries: readonly Delivery[];
  /** Where a delivery leads; default: nowhere, so that its id is shown. */
  readonly pathOf?: (delivery: Delivery) => string;
  /** What stands in place of none. */
  readonly none?: string;
}

/** Deliveries with what came of their last attempts. */
export function DeliveryTable<Delivery extends Listed>({
  deliveries,
  pathOf,
  none = 'There is no such delivery. Each event, and each ping, stands here from its first attempt on.',
}: DeliveryTableProps<Delivery>): VNode {
  return (
    <Table
      none={none}
      caption="Deliveries, the newest first"
      columns={['Event', 'State', 'Last attempt', 'Made', 'Next attempt', ...(pathOf ? [] : ['Delivery'])]}
      rows={deliveries.map((delivery) => {
        const { id, kind, isTest, status, createdAt, nextAttemptAt, attempts } = delivery;
        const what = isTest && kind !== 'ping' ? `${kind} (test)` : kind;
        const last = attempts.at(-1);
        return [
          pathOf ? <Link to={pathOf(delivery)}>{what}</Link> : what,
          deliveryState(status),
          last === undefined ? 'none yet' : causeOf(last),
          <Time at={createdAt} />,
          timeOr(nextAttemptAt, 'none'),
          ...(pathOf ? [] : [<code>{id}</code>]),
        ];
      })}
    />
  );
}

const DELIVERY_STATES: Readonly<Record<string, string>> = {
  delivered: '● delivered',
  pending: '◐ waiting',
  failed: '▲ failed',
  cancelled: '✕ cancelled',
};

/** The state of a delivery, in the same way. */
export function deliveryState(status: string): string {
  return DELIVERY_STATES[status] ?? status;
}

/** Why an attempt was not acknowledged, and what to do. */
const CAUSES: Readonly<Record<string, string>> = {
  timeout: 'No answer came within 15 seconds: answer first, work afterwards.',
  dns: 'The name has no address, or its servers did not answer.',
  connection: 'Nothing listens there, the connection broke off, or the answer was no HTTP.',
  unsafe_address: 'One of the addresses of the name is private: all of them must be public.',
  interrupted: 'The service itself was stopped during the attempt: nothing is to be done, and no attempt is spent.',
  unsigned: 'Nothing was sent, because the service has lost the secret: make a new one.',
};

interface Attempt {
  /** Null without an answer. */
  readonly status: number | null;
  /** Null for an acknowledged attempt. */
  readonly error: string | null;
  /** What is wrong with the handshake or the certificate. */
  readonly reason: { readonly code: string; readonly text: string } | null;
}

/** What came of an attempt, and what to do. */
export function causeOf({ status, error, reason }: Attempt): string {
  if (error === null) return `● acknowledged with ${status}`;
  if (error === 'http_status') return `▲ The receiver answered ${status}, not 2xx: the body says more.`;
  if (reason !== null) return `▲ ${reason.text} (${reason.code})`;
  return `▲ ${CAUSES[error] ?? error}`;
}

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
export function DeliveryFilter(): VNode {
  const { texts, path, fault } = useVisit();
  const { status, kind, event, since } = texts;
  const states = DELIVERY_STATUSES.map((each) => [each, deliveryState(each)] as const);
  const kinds = DELIVERY_KINDS.map((each) => [each, each] as const);
  return (
    <details open={DELIVERY_QUERY.some((name) => texts[name] !== undefined)}>
      <summary>Filter</summary>
      <form action={path}>
        {fault?.form === QUERY && <Fault isFocused>{fault.message}</Fault>}
        <Select label="State" name="status" stored={status} choices={[['', 'any'], ...states]} />
        <Select label="Kind" name="kind" stored={kind} choices={[['', 'any'], ...kinds]} />
        <Input label="Id of the event" name="event" stored={event} spellcheck={false} />
        <PeriodField label="Made within" stored={since} none="any time" />
        <button type="submit">Show</button>
      </form>
    </details>
  );
}

const HOUR_MS = 3_600_000;

/** Periods by which deliveries are filtered, in hours. */
const PERIODS: Readonly<Record<string, number>> = { hour: 1, day: 24, week: 168 };
const PERIOD_NAMES = [
  ['hour', 'the last hour'],
  ['day', 'the last 24 hours'],
  ['week', 'the last 7 days'],
] as const;

interface PeriodFieldProps {
  readonly label: string;
  readonly stored?: string | undefined;
  /** The label of no choice; default: one must be made. */
  readonly none?: string;
}

/** The choice of a period. */
export function PeriodField({ label, stored, none }: PeriodFieldProps): VNode {
  const others = none === undefined ? [] : [['', none] as const];
  return <Select label={label} name="since" stored={stored} choices={[...others, ...PERIOD_NAMES]} />;
}

/** The instant with which a period begins, as ISO 8601. @throws CatalogError invalid_parameter for an unknown one */
export function beginOf(period: string | null, now: Date): string {
  const hours = PERIODS[choiceIn('since', period, Object.keys(PERIODS))] ?? 0;
  return new Date(now.getTime() - hours * HOUR_MS).toISOString();
}
