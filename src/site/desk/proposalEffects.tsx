import type { ComponentChildren, VNode } from 'preact';
import { Difference } from '../design/difference.tsx';
import { Table } from '../design/table.tsx';
import { words } from '../design/words.ts';
import { Change, fieldName, shownValue } from './deskShell.tsx';
import type { Proposal, Way } from './proposalWays.ts';

export interface ProposalProps {
  readonly proposal: Proposal;
  readonly ways: readonly Way[];
}

/** The record and each way to approve it as columns, a field a row. */
export function ProposalEffects({ proposal, ways }: ProposalProps): VNode {
  const isRejected = proposal.status === 'rejected';
  const columns =
    ways.length > 0
      ? ways.map(({ key, label, preview: { difference } }) => ({ key, label, difference }))
      : [{ key: '', label: isRejected ? 'Had it been approved' : 'The decision', difference: proposal.difference }];
  const all = [...recordFields(proposal)];
  const stated = new Map(all.filter(([, value]) => value !== null));
  const changed = columns.flatMap(({ difference }) => difference.map(({ field }) => field));
  // Leaves out fields that the record does not state and no decision changes; the order stays.
  const fields = [...new Set([...all.map(([field]) => field), ...changed])];
  return (
    <Table
      caption={
        isRejected
          ? 'Not applied: the record, and what approval would have changed'
          : `The record, and what the anime ${ways.length > 0 ? 'would become' : 'became'}: − removed, + added`
      }
      columns={['Field', 'The record', ...columns.map(({ label }) => label)]}
      rows={fields
        .filter((field) => stated.has(field) || changed.includes(field))
        .map((field) => [
          fieldName(field),
          stated.has(field) ? <Stated value={stated.get(field)} /> : 'not stated',
          ...columns.map(({ key, difference }) => {
            const change = difference.find((each) => each.field === field);
            if (change === undefined) return presentOf(proposal, key, field, stated.get(field));
            return (
              <>
                {isContradicted(change.before) && <strong class="note">▲ contradicted</strong>}
                <Change {...change} />
              </>
            );
          }),
        ])}
    />
  );
}

function Stated({ value }: { readonly value: unknown }): VNode {
  return <Difference before={value} after={value} show={shownValue} />;
}

/** Whether a change replaces a fact; the items of a list do not replace each other. */
function isContradicted(before: string | null): boolean {
  return before !== null && before !== 'null' && !before.startsWith('[');
}

/** The unchanged value of a candidate's field; the word `unchanged` where this page does not know it. */
function presentOf({ candidates }: Proposal, id: string, field: string, stated: unknown): ComponentChildren {
  const only = id === 'match' && candidates.length === 1 ? candidates[0] : undefined;
  const members: Readonly<Record<string, unknown>> = candidates.find((each) => each.id === id) ?? only ?? {};
  const present = members[field];
  if (typeof present !== 'string' && typeof present !== 'number') return 'unchanged';
  return /Date$/.test(field) ? besideRecord(String(present), present, stated) : <bdi>{present}</bdi>;
}

/** A fact of a candidate, marked where the record states another one. */
export function besideRecord(shown: string, fact: string | number | null, stated: unknown): ComponentChildren {
  if (fact === null || fact === 'unknown' || stated == null || stated === fact) return shown;
  return <strong>{`▲ ${shown}, not ${words(String(stated))}`}</strong>;
}

/** The values of a record by the field names of differences; ids as lists, the record's own first. */
function recordFields({ source, sourceId, record }: Proposal): ReadonlyMap<string, unknown> {
  const { externalIds = {}, ...members } = (record ?? {}) as Readonly<Record<string, unknown>>;
  const ids = Object.entries(externalIds as Readonly<Record<string, unknown>>).map(([site, id]) => ({ site, id }));
  const stated = Object.entries(members).filter(([name]) => !['type', 'source', 'sourceId'].includes(name));
  return new Map<string, unknown>([...stated, ['externalIds', [{ site: source, id: sourceId }, ...ids]]]);
}
