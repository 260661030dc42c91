import { Fragment, type VNode } from 'preact';
import { Link } from '../design/link.tsx';
import { FormView } from '../forms/formView.tsx';
import type { Visit } from '../forms/visit.ts';
import { ReasonField } from './deskParts.tsx';
import type { Way } from './proposalWays.ts';

interface DecisionProps {
  readonly visit: Visit;
  readonly ways: readonly Way[];
}

const REJECT = 'Reject: its new values stay out';

/** The access key of each button: a letter, then Enter, decides. */
export function ToDecision({ ways }: Pick<DecisionProps, 'ways'>): VNode {
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

/** A button for each possible way, with its losses; the button without a choice rejects. */
export function ProposalDecision({ visit, ways }: DecisionProps): VNode {
  return (
    <section aria-labelledby="decision" class="decide">
      <h2 id="decision">Decision</h2>
      <FormView visit={visit} name="decide" submit={REJECT} id="decide-reject" look="quiet">
        <ReasonField visit={visit} form="decide" />
        {ways.map(({ key, label, value, preview }) => (
          <Fragment key={key}>
            {preview.idsElsewhere.map(({ site, id, anime }) => (
              <p key={`${site} ${id}`}>
                ▲ {label}: {site} {id} stays with <bdi>{anime.title}</bdi>, so this record loses it.
              </p>
            ))}
            {value === null && (
              <p>
                ○ {label} is not open: <bdi>{preview.refusal}</bdi>
              </p>
            )}
          </Fragment>
        ))}
        {ways.map(
          ({ key, label, value }) =>
            value !== null && (
              <button key={key} type="submit" id={`decide-${key}`} name="choice" value={value}>
                {label}
              </button>
            ),
        )}
      </FormView>
    </section>
  );
}
