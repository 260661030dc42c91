import type { ComponentChildren, VNode } from 'preact';
import { notFound } from '../../graph/model/errors.ts';
import { recordTitle, sharedIds, waitingReason } from '../../graph/review/waitingReason.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { Difference } from '../../html/difference.tsx';
import { Facts } from '../../html/facts.tsx';
import { Link } from '../../html/link.tsx';
import { Table } from '../../html/table.tsx';
import { Time } from '../../html/time.tsx';
import { Title } from '../../html/title.tsx';
import { FormView } from '../account/formView.tsx';
import type { AccountPage, Visit } from '../account/visit.ts';
import { words } from '../explore/words.ts';
import { choiceOf } from './choiceOf.ts';
import { deskShell } from './deskShell.tsx';
import { fieldName } from './fieldName.ts';
import { animePath, proposalPath } from './paths.ts';
import { ReasonField, reasonOf } from './reasonField.tsx';
import { recordFields } from './recordFields.ts';
import { shownValue } from './shownValue.tsx';
import { type Way, waysOf } from './waysOf.ts';

const read = graphql(`
  query DeskProposal($id: UUID!) {
    proposal(id: $id) {
      id
      type
      source
      sourceId
      record
      reason
      status
      candidates {
        id
        title
        format
        year
        season
        status
        startDate
        endDate
        officialSite
        externalIds { site id }
      }
      difference { field before after }
      holds
      reviewer
      decision
      createdAt
      decidedAt
    }
  }
`);

const preview = graphql(`
  query DeskPreview($id: UUID!, $into: UUID, $new: Boolean!, $withoutSharedIds: Boolean!) {
    proposal(id: $id) {
      approval(into: $into, new: $new, withoutSharedIds: $withoutSharedIds) {
        difference { field before after }
        idsElsewhere {
          site
          id
          anime { id title }
        }
        refusal
        seen
      }
    }
  }
`);

const approve = graphql(`
  mutation DeskApprove($input: ApproveProposalInput!) {
    approveProposal(input: $input) { proposal { id } }
  }
`);

const reject = graphql(`
  mutation DeskReject($input: RejectProposalInput!) {
    rejectProposal(input: $input) { proposal { id } }
  }
`);

const next = graphql(`
  query DeskNext($first: Int!) {
    proposals(status: PENDING, first: $first) { nodes { id } }
  }
`);

type Proposal = NonNullable<ResultOf<typeof read>['proposal']>;

/** Among so many the one after the decided is looked for; else the oldest comes next. */
const NEAR = 100;

/** A record with what each way to approve it would change, and the decision. */
export const proposalPage: AccountPage = {
  path: '/review/{id}',
  forms: ['decide'],
  prepare: (prepare) => {
    const [ask, foresee, publish, refuse, following] = [
      prepare(read),
      prepare(preview),
      prepare(approve),
      prepare(reject),
      prepare(next),
    ];
    return {
      async render(visit) {
        const { id = '' } = visit.texts;
        const { proposal } = await ask(visit.context, { id });
        if (proposal === null) throw notFound('proposal', id);
        const ways = await waysOf(proposal, async (choice) => {
          const { proposal: found } = await foresee(visit.context, { id, ...choice, withoutSharedIds: choice.new });
          return found?.approval ?? null;
        });
        return deskShell({
          title: recordTitle(proposal.record) ?? `${words(proposal.type)} ${proposal.source} ${proposal.sourceId}`,
          visit,
          children: <Proposed visit={visit} proposal={proposal} ways={ways} />,
        });
      },
      forms: {
        async decide({ context, texts }, fields) {
          const { id = '' } = texts;
          const decision = { id, ...reasonOf(fields) };
          const choice = choiceOf(fields.get('choice'));
          if (choice === null) await refuse(context, { input: decision });
          else await publish(context, { input: { ...decision, ...choice } });
          const { nodes } = (await following(context, { first: NEAR })).proposals;
          const to = nodes.find((node) => node.id > id) ?? nodes[0];
          return { to: to === undefined ? '/review?decided=1' : proposalPath(to.id) };
        },
      },
    };
  },
};

interface ProposedProps {
  readonly visit: Visit;
  readonly proposal: Proposal;
  readonly ways: readonly Way[];
}

function Proposed({ visit, proposal, ways }: ProposedProps): VNode {
  const { source, sourceId, status, createdAt } = proposal;
  return (
    <>
      <Facts
        facts={[
          ['Record', <bdi key="record">{`${words(proposal.type)} ${source} ${sourceId}`}</bdi>],
          ['Why it waits', <bdi key="why">{waitingReason(proposal)}</bdi>],
          ['Since', <Time key="since" at={new Date(createdAt)} />],
          ...(status === 'pending' ? [] : decisionFacts(proposal)),
        ]}
      />
      {status === 'pending' && <ToDecision ways={ways} />}
      {proposal.candidates.length > 0 && (
        <Table
          caption="Anime that it may mean"
          columns={['Anime', 'Format', 'Year', 'Ids in common']}
          rows={proposal.candidates.map((candidate) => ({
            key: candidate.id,
            cells: [
              <Link key="title" to={animePath(candidate.id)}>
                <Title text={candidate.title} language={null} />
              </Link>,
              words(candidate.format),
              candidate.year ?? 'unknown',
              sharedIds(proposal, candidate).join(', ') || 'none',
            ],
          }))}
        />
      )}
      <Effects proposal={proposal} ways={ways} />
      {status === 'pending' && <Decision visit={visit} ways={ways} />}
    </>
  );
}

function decisionFacts({
  status,
  reviewer,
  decision,
  decidedAt,
  holds,
}: Proposal): (readonly [string, ComponentChildren])[] {
  return [
    ['State', words(status)],
    ['By', <bdi key="by">{reviewer ?? 'nobody named'}</bdi>],
    ['Reason', <bdi key="reason">{decision ?? 'none given'}</bdi>],
    ...(decidedAt === null ? [] : [['When', <Time key="when" at={new Date(decidedAt)} />] as const]),
    ...(holds.length === 0 ? [] : [['Held back', holds.join(', ')] as const]),
  ];
}

/** The record and each way to approve it as columns, a field a row. */
function Effects({ proposal, ways }: Omit<ProposedProps, 'visit'>): VNode {
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

const REJECT = 'Reject: its new values stay out';

/** The way to each button, by a key of its own: a letter, then Enter, decides. */
function ToDecision({ ways }: Pick<ProposedProps, 'ways'>): VNode {
  const letters = ['a', 'b', 'c'];
  const open = ways.filter(({ value }) => value !== null);
  const to = [
    ...open.map(({ key, label, isNew }) => ({ key, label, letter: isNew ? 'n' : letters.shift() })),
    { key: 'reject', label: REJECT, letter: 'r' },
  ];
  return (
    <nav aria-label="Decide">
      <ul>
        {to.map(({ key, label, letter }) => (
          <li key={key}>
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

/** A button for each way that is open, with what it loses; without a choice the button rejects. */
function Decision({ visit, ways }: Pick<ProposedProps, 'visit' | 'ways'>): VNode {
  return (
    <section aria-labelledby="decision">
      <h2 id="decision">Decision</h2>
      <FormView visit={visit} name="decide" submit={REJECT} id="decide-reject" isQuiet>
        <ReasonField visit={visit} form="decide" />
        {ways.map(({ key, label, value, preview }) => (
          <div key={key} class="way">
            {preview.idsElsewhere.map(({ site, id, anime }) => (
              <p key={`${site} ${id}`}>
                ▲ {label}: {site} {id} stays with <bdi>{anime.title}</bdi>, so this record loses it.
              </p>
            ))}
            {value === null ? (
              <p>
                ○ {label} is not open: <bdi>{preview.refusal}</bdi>
              </p>
            ) : (
              <button type="submit" id={`decide-${key}`} name="choice" value={value}>
                {label}
              </button>
            )}
          </div>
        ))}
      </FormView>
    </section>
  );
}
