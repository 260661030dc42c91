import type { ComponentChildren, VNode } from 'preact';
import { premiereOf, sharedIds, waitingReason } from '../../graph/review/waitingReason.ts';
import { Link } from '../design/link.tsx';
import { Facts, Time } from '../design/parts.tsx';
import { Table } from '../design/table.tsx';
import { known, words } from '../design/words.ts';
import { FormView } from '../forms/formView.tsx';
import { OwnAnime, ReasonField } from './deskShell.tsx';
import { besideRecord, ProposalEffects, type ProposalProps } from './proposalEffects.tsx';
import type { Proposal } from './proposalWays.ts';

/** A pending or decided record: the reason, the candidates, the effects of each way, and the decision. */
export function ProposedRecord({ proposal, ways }: ProposalProps): VNode {
  const { source, sourceId, status, createdAt } = proposal;
  const stated = (proposal.record ?? {}) as Readonly<Record<string, unknown>>;
  return (
    <>
      <Facts
        facts={[
          ['Record', <bdi>{`${words(proposal.type)} ${source} ${sourceId}`}</bdi>],
          ['Pending because', <bdi>{waitingReason(proposal)}</bdi>],
          ['Since', <Time at={createdAt} />],
          ...(status === 'pending' ? reopeningFacts(proposal) : decisionFacts(proposal)),
        ]}
      />
      {status === 'pending' && <ToDecision ways={ways} />}
      {proposal.candidates.length > 0 && (
        <Table
          caption="Possible matches"
          columns={['Anime', 'Premiere', 'Format', 'Year', 'Ids in common']}
          rows={proposal.candidates.map((candidate) => [
            <OwnAnime anime={candidate} />,
            premiereOf(proposal.record, candidate) ?? 'unknown',
            besideRecord(words(candidate.format), candidate.format, stated.format),
            besideRecord(known(candidate.year), candidate.year, stated.year),
            sharedIds(proposal, candidate).join(', ') || 'none',
          ])}
        />
      )}
      <ProposalEffects proposal={proposal} ways={ways} />
      {status === 'pending' && <ProposalDecision ways={ways} />}
      {status === 'rejected' && proposal.holds.length > 0 && (
        <FormView name="reopen" submit="Reopen for another decision" />
      )}
      {status === 'approved' && proposal.anime !== null && (
        <p>
          To undo it, unpin its fields at <OwnAnime anime={proposal.anime} />.
        </p>
      )}
    </>
  );
}

function reopeningFacts({ reviewer, decision }: Proposal): (readonly [string, ComponentChildren])[] {
  return [
    ['Reopened by', reviewer && <bdi>{reviewer}</bdi>],
    ['Reason', reviewer && <bdi>{decision ?? 'none given'}</bdi>],
  ];
}

function decisionFacts(proposal: Proposal): (readonly [string, ComponentChildren])[] {
  const { status, reviewer, decision, decidedAt, anime, holds } = proposal;
  return [
    ['State', words(status)],
    ['Belongs to', <OwnAnime anime={anime} />],
    ['By', <bdi>{reviewer ?? 'not named'}</bdi>],
    ['Reason', <bdi>{decision ?? 'none given'}</bdi>],
    ['When', decidedAt && <Time at={decidedAt} />],
    ['Held back', holds.length === 0 ? null : holds.join(', ')],
  ];
}

const REJECT = 'Reject its new values';

/** The access key of each button: a letter, then Enter, decides. */
function ToDecision({ ways }: Pick<ProposalProps, 'ways'>): VNode {
  const letters = ['a', 'b', 'c'];
  const open = ways.filter(({ value }) => value !== null);
  const to = [
    ...open.map(({ key, label }) => ({ key, label, letter: key === 'new' ? 'n' : letters.shift() })),
    { key: 'reject', label: REJECT, letter: 'r' },
  ];
  return (
    <nav aria-label="Decide">
      <ul>
        {to.map(({ key, label, letter }) => (
          <li>
            <Link to={`#decide-${key}`} accessKey={letter}>
              {label}
            </Link>
            {letter !== undefined && (
              <>
                {' '}
                <kbd>{letter.toUpperCase()}</kbd>
              </>
            )}
          </li>
        ))}
      </ul>
      <p class="note">
        The letters are access keys: with Alt (Firefox: Alt and Shift; macOS: Control and Option) one leads to its
        button, and Enter decides.
      </p>
    </nav>
  );
}

/** A button for each possible way, with its losses; the button without a choice rejects. */
function ProposalDecision({ ways }: Pick<ProposalProps, 'ways'>): VNode {
  return (
    <section aria-labelledby="decision" class="decide">
      <h2 id="decision">Decision</h2>
      <FormView name="decide" submit={REJECT} id="decide-reject" look="quiet">
        <ReasonField />
        {ways.map(({ label, value, preview }) => (
          <>
            {preview.idsElsewhere.map(({ site, id, anime }) => (
              <p>
                ▲ {label}: {site} {id} stays with <bdi>{anime.title}</bdi>, so this record loses it.
              </p>
            ))}
            {value === null && (
              <p>
                ○ {label} is not possible: <bdi>{preview.refusal}</bdi>
              </p>
            )}
          </>
        ))}
        {ways.map(
          ({ key, label, value }) =>
            value !== null && (
              <button type="submit" id={`decide-${key}`} name="choice" value={value}>
                {label}
              </button>
            ),
        )}
      </FormView>
    </section>
  );
}
