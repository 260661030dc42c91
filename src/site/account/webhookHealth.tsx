import type { VNode } from 'preact';
import { WEBHOOK_HOURS } from '../../graph/model/limits.ts';
import { Bars } from '../design/bars.tsx';
import { Table } from '../design/table.tsx';
import { Time } from '../design/time.tsx';
import type { Webhook } from './webhookOperation.ts';

/** The results of a webhook's deliveries, by hour. */
export function WebhookHealth({ webhook: { hours, answerTimes } }: { readonly webhook: Webhook }): VNode {
  const days = WEBHOOK_HOURS / 24;
  return (
    <section aria-labelledby="health">
      <h2 id="health">Deliveries by hour</h2>
      {hours.length === 0 ? (
        <p>No delivery of an event of the last {days} days.</p>
      ) : (
        <>
          <p>
            {answerTimes === null
              ? 'The receiver has answered none of the first attempts.'
              : `Half of the first attempts were answered within ${seconds(answerTimes.p50Ms)} (p50), 95 % within ${seconds(answerTimes.p95Ms)} (p95).`}
          </p>
          <Bars
            label={`Hours of the last ${days} days with events that it was sent, oldest first`}
            parts={['delivered', 'to be retried', 'failed']}
            bars={hours.map(({ hour, delivered, retried, failed }) => ({
              label: hour,
              counts: [delivered, retried, failed],
            }))}
          />
          <details>
            <summary>The figures</summary>
            <Table
              caption="Hours with events that it was sent, the latest first"
              columns={['Hour', 'Delivered', 'To be retried', 'Failed', 'Answer p50', 'Answer p95']}
              rows={hours.toReversed().map(({ hour, delivered, retried, failed, answerTimes }) => ({
                key: hour,
                cells: [
                  <Time key="hour" at={new Date(hour)} />,
                  ...[delivered, retried, failed],
                  answerTimes === null ? 'none' : seconds(answerTimes.p50Ms),
                  answerTimes === null ? 'none' : seconds(answerTimes.p95Ms),
                ],
              }))}
            />
          </details>
        </>
      )}
    </section>
  );
}

/** 250 is "250 ms", 2500 is "2.5 s". */
function seconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}
