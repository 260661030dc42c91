import { visibleLine } from '../../base/visibleText.ts';
import { TITLE_KINDS } from '../../graph/model/vocabulary.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { ask, connect } from '../client/graphClient.ts';
import { listAnswer } from '../command/answer.ts';
import { AN_ID, argument, defaultingChoice, option, parseId, values } from '../command/parameters.ts';
import { changing, type Noun, working } from '../command/row.ts';
import { approve } from './review/approve.ts';
import { decided, decision, reviewer } from './review/decision.ts';
import { list } from './review/list.ts';
import { merge } from './review/merge.ts';
import { show } from './review/show.ts';

const openDesk = graphql(`
  mutation OpenDesk($input: OpenDeskInput!) { openDesk(input: $input) { path reviewer expiresAt } }
`);

const listPins = graphql(`
  query ListPins($id: UUID!) { pins(id: $id) { field value animeId episodeId decidedAt } }
`);

/** `catalog review …` */
export const review: Noun = {
  name: 'review',
  about: 'Review pending records, merge anime, and decide fields and titles',
  commands: [
    working({
      name: 'open',
      about: 'Print a link that opens the desk in a browser, once, within a minute',
      example: '--reviewer ann',
      parameters: { reviewer },
      async run({ reviewer }) {
        const client = await connect(reviewer ?? undefined);
        const { path, ...opened } = (await client.run(openDesk, { input: {} })).openDesk;
        const url = client.origin + path;
        const note = `One-time sign-in link for ${opened.reviewer}, valid until ${opened.expiresAt}. Do not share it.`;
        return { json: { url, ...opened }, text: url, note };
      },
    }),
    list,
    show,
    approve,
    changing({
      name: 'reject',
      about: 'Reject a pending record: its new values stay out until the source states others',
      example: "2b6a1c4d --reason 'a fan film'",
      parameters: { id: argument('<id>', 'the proposal', parseId('proposal')), ...decision },
      operation: graphql(`
        mutation RejectProposal($input: RejectProposalInput!) {
          rejectProposal(input: $input) { proposal { id status reviewer } }
        }
      `),
      answer: ({ rejectProposal }) => ({ json: rejectProposal, text: `Rejected ${rejectProposal.proposal.id}.` }),
    }),
    changing({
      name: 'reopen',
      about: 'Reopen a rejection: the values that it keeps out are pending again',
      example: '2b6a1c4d',
      parameters: { id: argument('<id>', 'the rejected proposal', parseId('proposal')), ...decision },
      operation: graphql(`
        mutation ReopenProposal($input: ReopenProposalInput!) {
          reopenProposal(input: $input) { proposal { id status } }
        }
      `),
      answer: ({ reopenProposal }) => ({ json: reopenProposal, text: `Pending as ${reopenProposal.proposal.id}.` }),
    }),
    merge,
    changing({
      name: 'unmerge',
      about: 'Undo a merge, as long as neither anime has changed since',
      example: AN_ID,
      parameters: { anime: argument('<anime>', 'the anime that ended', parseId('anime')), ...decision },
      operation: graphql(`
        mutation UnmergeAnime($input: UnmergeAnimeInput!) {
          unmergeAnime(input: $input) { anime { id title } survivor { id title } episodesReturned events }
        }
      `),
      answer: ({ unmergeAnime: json }) => {
        const { anime, episodesReturned, events } = json;
        const text = `${anime.title} (${anime.id}) is an anime of its own again, with ${episodesReturned} episodes; ${events} events published.`;
        return { json, text: visibleLine(text) };
      },
    }),
    working({
      name: 'pins',
      about: 'List the pins of an anime and its episodes: fields that no source changes',
      example: AN_ID,
      parameters: { id: argument('<id>', 'the anime, or one episode', parseId('anime', 'episode')) },
      async run({ id }) {
        const { pins } = await ask(listPins, { id });
        const json = { items: pins.map((pin) => ({ ...pin, value: JSON.parse(pin.value) })) };
        if (pins.length === 0) return { json, text: 'Nothing is pinned.' };
        const { text } = listAnswer(pins, [
          ['FIELD', ({ field }) => field],
          ['VALUE', ({ value }) => value],
          ['OF', ({ animeId, episodeId }) => (episodeId === null ? `anime ${animeId}` : `episode ${episodeId}`)],
          ['DECIDED', ({ decidedAt }) => decidedAt],
        ]);
        return { json, text };
      },
    }),
    changing({
      name: 'unpin',
      about: "Lift reviewers' decisions on an anime or episode: the sources' values apply again",
      example: `${AN_ID} --field year season`,
      notes: 'catalog review pins ID lists what is pinned.',
      parameters: {
        id: argument('<id>', 'the anime or episode', parseId('anime', 'episode')),
        fields: values(
          '--field <names...>',
          'only these fields, such as year (default: all pinned ones; added titles stay)',
        ),
        ...decision,
      },
      operation: graphql(`
        mutation Unpin($input: UnpinInput!) { unpin(input: $input) { anime { id title } pins { field value } events } }
      `),
      answer: ({ unpin }) => decided('Unpinned', unpin),
    }),
    changing({
      name: 'add-title',
      about: 'Add a title that no source states, such as the short form that people search for',
      example: `${AN_ID} 'AoT' --language en --kind short`,
      parameters: {
        anime: argument('<anime>', 'the anime', parseId('anime')),
        title: argument('<title>', 'the title'),
        language: option('--language <tag>', 'a BCP 47 language tag such as ja-Latn'),
        kind: defaultingChoice('--kind <kind>', 'the relation to the work', TITLE_KINDS, 'synonym'),
        ...decision,
      },
      operation: graphql(`
        mutation AddTitle($input: AddTitleInput!) { addTitle(input: $input) { anime { id title } events } }
      `),
      answer: ({ addTitle }) => decided('Added', addTitle),
    }),
    changing({
      name: 'remove-title',
      about: 'Remove a title that a reviewer added; titles of sources stay',
      example: `${AN_ID} 'AoT'`,
      parameters: {
        anime: argument('<anime>', 'the anime', parseId('anime')),
        title: argument('<title>', 'the title as it was added'),
        language: option('--language <tag>', 'only in this language'),
        ...decision,
      },
      operation: graphql(`
        mutation RemoveTitle($input: RemoveTitleInput!) { removeTitle(input: $input) { anime { id title } events } }
      `),
      answer: ({ removeTitle }) => decided('Removed', removeTitle),
    }),
  ],
};
