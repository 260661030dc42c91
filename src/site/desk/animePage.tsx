import type { VNode } from 'preact';
import { TITLE_KINDS } from '../../graph/model/vocabulary.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { Input, Select } from '../design/fields.tsx';
import { Facts, joined, Time, Title } from '../design/parts.tsx';
import { Table } from '../design/table.tsx';
import { known, words } from '../design/words.ts';
import { FormView, ValueForm } from '../forms/formView.tsx';
import { choiceIn, idIn, type PersonalPage, required, typedId } from '../forms/visit.ts';
import { animePath, deskShell, ReasonField, reasonOf, shownValue } from './deskShell.tsx';

const read = graphql(`
  query DeskAnime($id: UUID!) {
    anime(id: $id) {
      id title format year episodeCount revision
      alternativeTitles { title language kind }
      externalIds { site id }
      mergedInto { id }
    }
    pins(id: $id) { field value episodeId decidedAt }
  }
`);

const unpin = graphql(`
  mutation DeskUnpin($input: UnpinInput!) { unpin(input: $input) { events } }
`);

const addTitle = graphql(`
  mutation DeskAddTitle($input: AddTitleInput!) { addTitle(input: $input) { events } }
`);

const removeTitle = graphql(`
  mutation DeskRemoveTitle($input: RemoveTitleInput!) { removeTitle(input: $input) { events } }
`);

type Shown = ResultOf<typeof read>;

/** Reviewers' decisions on an anime, its titles, and the form that begins a merge. */
export const animePage: PersonalPage = {
  path: '/review/anime/{id}',
  async render(visit) {
    const { anime, pins } = await visit.ask(read, { id: idIn(visit, 'id') });
    const { title } = required(anime);
    return deskShell({ title, visit }, <Decided anime={required(anime)} pins={pins} />);
  },
  forms: {
    async unpin(visit, fields) {
      const input = { id: idIn(visit, 'id'), fields: [fields.get('field') ?? ''], ...reasonOf(fields) };
      return done('The pin is lifted', (await visit.ask(unpin, { input })).unpin.events);
    },
    async 'add-title'(visit, fields) {
      const language = fields.get('language')?.trim() ?? '';
      const input = {
        anime: idIn(visit, 'id'),
        title: fields.get('title') ?? '',
        kind: choiceIn('kind', fields.get('kind'), TITLE_KINDS),
        ...(language !== '' && { language }),
        ...reasonOf(fields),
      };
      return done('The title is added', (await visit.ask(addTitle, { input })).addTitle.events);
    },
    async 'remove-title'(visit, fields) {
      const input = { anime: idIn(visit, 'id'), title: fields.get('title') ?? '', ...reasonOf(fields) };
      return done('The title is removed', (await visit.ask(removeTitle, { input })).removeTitle.events);
    },
    async merge(visit, fields) {
      const into = typedId('into', fields.get('into') ?? '', 'an anime');
      return { to: `${animePath(idIn(visit, 'id'))}/merge?${new URLSearchParams({ into })}` };
    },
  },
};

function done(what: string, events: number) {
  const published = events === 1 ? 'event was published' : 'events were published';
  return { notice: <p role="status">{`${what}; ${events} ${published}.`}</p> };
}

function Decided({ anime, pins }: Pick<Shown, 'pins'> & { readonly anime: NonNullable<Shown['anime']> }): VNode {
  const { mergedInto, externalIds } = anime;
  const title = { label: 'Title to add', name: 'title', required: true, maxLength: 600 };
  return (
    <>
      <Facts
        facts={[
          ['Format', words(anime.format)],
          ['Year', known(anime.year)],
          ['Episodes', known(anime.episodeCount)],
          ['Ids', externalIds.length === 0 ? 'none' : joined(externalIds.map((id) => shownValue(id).shown))],
          ['Revision', anime.revision],
          ['Identifier', <code>{anime.id}</code>],
          ['Merged into', mergedInto && <code>{mergedInto.id}</code>],
        ]}
      />
      <h2>Pins</h2>
      <Table
        none="No field is pinned. A field that a reviewer decides is pinned: no source changes it until the pin is lifted."
        caption="Fields that reviewers decided"
        columns={['Field', 'Value', 'Decided', 'Unpin']}
        rows={pins.map(({ field, value, episodeId, decidedAt }) => [
          field,
          <bdi>{value}</bdi>,
          <Time at={decidedAt} />,
          episodeId === null ? (
            <ValueForm name="unpin" submit={`Unpin ${field}`} look="quiet" field="field" value={field} />
          ) : (
            'by the command line'
          ),
        ])}
      />
      <h2>Titles</h2>
      <ul>
        {anime.alternativeTitles.map(({ title, language, kind }) => (
          <li>
            <Title text={title} language={language} /> ({known(language)}, {known(kind)})
          </li>
        ))}
      </ul>
      <h3>Add a title</h3>
      <FormView name="add-title" submit="Add the title">
        <Input {...title} />
        <Input label="Language tag, such as ja-Latn" name="language" maxLength={35} />
        <Select label="Kind" name="kind" stored="synonym" choices={TITLE_KINDS.map((kind) => [kind, words(kind)])} />
        <ReasonField />
      </FormView>
      <h3>Remove a title that a reviewer added</h3>
      <FormView name="remove-title" submit="Remove the title">
        <Input {...title} label="Title to remove" />
        <ReasonField />
      </FormView>
      <h2>Merge</h2>
      <p>The next page shows the effects and asks for confirmation.</p>
      <FormView name="merge" submit="Show the merge">
        <Input label="Identifier of the anime that survives" name="into" required />
      </FormView>
    </>
  );
}
