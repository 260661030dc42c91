import type { ComponentChildren, VNode } from 'preact';
import { Difference } from '../../html/difference.tsx';
import { Table } from '../../html/table.tsx';
import { fieldName } from './fieldName.ts';
import type { Proposal } from './proposalOperation.ts';
import { recordFields } from './recordFields.ts';
import { shownValue } from './shownValue.tsx';
import type { Way } from './waysOf.ts';

interface EffectsProps {
  readonly proposal: Proposal;
  readonly ways: readonly Way[];
}

/** The record and each way to approve it as columns, a field a row. */
export function ProposalEffects({ proposal, ways }: EffectsProps): VNode {
  const decided = { label: 'The decision', difference: proposal.difference };
  const columns = ways.length > 0 ? ways.map(({ key, label, preview }) => ({ key, label, ...preview })) : [decided];
  const all = [...recordFields(proposal)];
  const stated = new Map(all.filter(([, value]) => value !== null));
  const changed = columns.flatMap(({ difference }) => difference.map(({ field }) => field));
  // What neither the record says nor a decision changes tells nothing; the order stays.
  const fields = [...new Set([...all.map(([field]) => field), ...changed])];
  return (
    <Table
      caption="What the record says, and what the anime would be: − is taken away, + is added"
      columns={['Field', 'The record', ...columns.map(({ label }) => label)]}
      rows={fields
        .filter((field) => stated.has(field) || changed.includes(field))
        .map((field) => ({
          key: field,
          cells: [
            fieldName(field),
            stated.has(field) ? (
              <Difference key="record" before={stated.get(field)} after={stated.get(field)} show={shownValue} />
            ) : (
              'not stated'
            ),
            ...columns.map(({ label, difference, ...column }) => {
              const change = difference.find((each) => each.field === field);
              if (change === undefined) return presentOf(proposal, 'key' in column ? column.key : '', field);
              const before: unknown = change.before === null ? null : JSON.parse(change.before);
              return <Difference key={label} before={before} after={JSON.parse(change.after)} show={shownValue} />;
            }),
          ],
        }))}
    />
  );
}

/** What a field of a candidate is, and stays; `unchanged` where this page does not know. */
function presentOf({ candidates }: Proposal, id: string, field: string): ComponentChildren {
  const only = id === 'match' && candidates.length === 1 ? candidates[0] : undefined;
  const members: Readonly<Record<string, unknown>> = candidates.find((each) => each.id === id) ?? only ?? {};
  const present = members[field];
  return typeof present === 'string' || typeof present === 'number' ? <bdi>{present}</bdi> : 'unchanged';
}
