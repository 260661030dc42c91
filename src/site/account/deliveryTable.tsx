import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { Link } from '../design/link.tsx';
import { Time, timeOr } from '../design/parts.tsx';
import { Table } from '../design/table.tsx';
import { stateOf } from '../design/words.ts';

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
  /** The text where there are none. */
  readonly none?: string;
}

/** Deliveries with what came of their last attempts. */
export function DeliveryTable<Delivery extends Listed>({
  deliveries,
  pathOf,
  none = 'No deliveries. Each event and ping is listed from its first attempt on.',
}: DeliveryTableProps<Delivery>): VNode {
  return (
    <Table
      none={none}
      caption="Deliveries, newest first"
      columns={['Event', 'State', 'Last attempt', 'Created', 'Next attempt', ...(pathOf ? [] : ['Delivery'])]}
      rows={deliveries.map((delivery) => {
        const { id, kind, isTest, createdAt, nextAttemptAt, attempts } = delivery;
        const what = isTest && kind !== 'ping' ? `${kind} (test)` : kind;
        const last = attempts.at(-1);
        return [
          pathOf ? <Link to={pathOf(delivery)}>{what}</Link> : what,
          deliveryState(delivery),
          last === undefined ? 'none yet' : causeOf(last),
          <Time at={createdAt} />,
          timeOr(nextAttemptAt, 'none'),
          ...(pathOf ? [] : [<code>{id}</code>]),
        ];
      })}
    />
  );
}

/** The state of a delivery: one that is pending after an attempt is retried. */
export function deliveryState({ status, attempts }: Pick<Listed, 'status' | 'attempts'>): string {
  return status === 'pending' && attempts.length > 0 ? '▲ retrying' : stateOf(status);
}

/** Why an attempt was not acknowledged, and what to do. */
const CAUSES: Readonly<Record<string, string>> = {
  timeout: 'No answer came within 15 seconds: answer first, work afterwards.',
  dns: 'The name has no address, or its servers did not answer.',
  connection: 'Nothing listens there, the connection broke off, or the answer was not HTTP.',
  unsafe_address: 'One of the addresses of the name is private: all of them must be public.',
  interrupted: 'The service stopped during the attempt, which does not count. There is nothing to do.',
  unsigned: 'Nothing was sent: the service has lost the secret. Create a new one.',
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
  if (error === 'http_status') return `▲ The receiver answered ${status}, not 2xx; see its body.`;
  if (reason !== null) return `▲ ${reason.text} (${reason.code})`;
  return CAUSES[error] === undefined ? `▲ ${error}` : `▲ ${CAUSES[error]} (${error})`;
}
