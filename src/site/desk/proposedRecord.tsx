import type { ComponentChildren, VNode } from 'preact';
import { premiereOf, sharedIds, waitingReason } from '../../graph/review/waitingReason.ts';
import { Facts } from '../design/facts.tsx';
import { Table } from '../design/table.tsx';
import { Time } from '../design/time.tsx';
import { known, words } from '../design/words.ts';
import { FormView } from '../forms/formView.tsx';
import type { Visit } from '../forms/visit.ts';
import { OwnAnime } from './deskParts.tsx';
import { ProposalDecision, ToDecision } from './proposalDecision.tsx';
import { ProposalEffects } from './proposalEffects.tsx';
import type { Proposal, Way } from './proposalWays.ts';

interface ProposedProps {
  readonly visit: Visit;
  readonly proposal: Proposal;
  readonly ways: readonly Way[];
}

/** A pending or decided record: the reason, the candidates, the effects of each way, and the decision. */
export function ProposedRecord({ visit, proposal, ways }: ProposedProps): VNode {
  const { source, sourceId, status, createdAt } = proposal;
  const stated = (proposal.record ?? {}) as Readonly<Record<string, unknown>>;
  return (
    <>
      <Facts
        facts={[
          ['Record', <bdi key="record">{`${words(proposal.type)} ${source} ${sourceId}`}</bdi>],
          ['Why it waits', <bdi key="why">{waitingReason(proposal)}</bdi>],
          ['Since', <Time key="since" at={new Date(createdAt)} />],
          ...(status === 'pending' ? reopeningFacts(proposal) : decisionFacts(proposal)),
        ]}
      />
      {status === 'pending' && <ToDecision ways={ways} />}
      {proposal.candidates.length > 0 && (
        <Table
          caption="Anime that it may mean"
          columns={['Anime', 'Premiere', 'Format', 'Year', 'Ids in common']}
          rows={proposal.candidates.map((candidate) => ({
            key: candidate.id,
            cells: [
              <OwnAnime key="title" anime={candidate} />,
              premiereOf(proposal.record, candidate) ?? 'unknown',
              besideRecord(words(candidate.format), candidate.format, stated.format),
              besideRecord(known(candidate.year), candidate.year, stated.year),
              sharedIds(proposal, candidate).join(', ') || 'none',
            ],
          }))}
        />
      )}
      <ProposalEffects proposal={proposal} ways={ways} />
      {status === 'pending' && <ProposalDecision visit={visit} ways={ways} />}
      {status === 'rejected' && proposal.holds.length > 0 && (
        <FormView visit={visit} name="reopen" submit="Reopen: it waits for a decision again" />
      )}
      {status === 'approved' && proposal.anime !== null && (
        <p>
          What it decided is taken back at <OwnAnime anime={proposal.anime} />, by lifting the pins.
        </p>
      )}
    </>
  );
}

/** A fact of a candidate, marked where the record states another one. */
function besideRecord(shown: string, fact: string | number | null, stated: unknown): ComponentChildren {
  if (fact === null || fact === 'unknown' || stated == null || stated === fact) return shown;
  return <strong>{`▲ ${shown}, not ${words(String(stated))}`}</strong>;
}

function reopeningFacts({ reviewer, decision }: Proposal): (readonly [string, ComponentChildren])[] {
  if (reviewer === null) return [];
  return [
    ['Reopened by', <bdi key="by">{reviewer}</bdi>],
    ['Reason', <bdi key="reason">{decision ?? 'none given'}</bdi>],
  ];
}

function decisionFacts({
  status,
  reviewer,
  decision,
  decidedAt,
  anime,
  holds,
}: Proposal): (readonly [string, ComponentChildren])[] {
  return [
    ['State', words(status)],
    ['Belongs to', <OwnAnime key="anime" anime={anime} />],
    ['By', <bdi key="by">{reviewer ?? 'nobody named'}</bdi>],
    ['Reason', <bdi key="reason">{decision ?? 'none given'}</bdi>],
    ...(decidedAt === null ? [] : [['When', <Time key="when" at={new Date(decidedAt)} />] as const]),
    ...(holds.length === 0 ? [] : [['Held back', holds.join(', ')] as const]),
  ];
}
