import type { VNode } from 'preact';
import { invalidParameter } from '../../graph/model/errors.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import { TITLE_KINDS } from '../../graph/model/vocabulary.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { Facts } from '../design/facts.tsx';
import { Field } from '../design/field.tsx';
import { Table } from '../design/table.tsx';
import { Time } from '../design/time.tsx';
import { Title } from '../design/title.tsx';
import { known, words } from '../design/words.ts';
import { FormView, typed } from '../forms/formView.tsx';
import { choiceIn, idIn, type PersonalPage, required, type Visit } from '../forms/visit.ts';
import { ReasonField, reasonOf, shownValue } from './deskParts.tsx';
import { animePath, deskShell } from './deskShell.tsx';

const read = graphql(`
  query DeskAnime($id: UUID!) {
    anime(id: $id) {
      id
      title
      alternativeTitles { title language kind }
      format
      year
      episodeCount
      revision
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
    return deskShell({ title, visit }, <Decided visit={visit} anime={required(anime)} pins={pins} />);
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
      const into = parseUuid(fields.get('into')?.trim() ?? '');
      if (into === null) throw invalidParameter('into', 'It must be the identifier of an anime.');
      return { to: `${animePath(idIn(visit, 'id'))}/merge?${new URLSearchParams({ into })}` };
    },
  },
};

function done(what: string, events: number) {
  const published = events === 1 ? 'event was published' : 'events were published';
  return { notice: <p role="status">{`${what}; ${events} ${published}.`}</p> };
}

interface DecidedProps {
  readonly visit: Visit;
  readonly anime: NonNullable<Shown['anime']>;
  readonly pins: Shown['pins'];
}

function Decided({ visit, anime, pins }: DecidedProps): VNode {
  return (
    <>
      <Facts
        facts={[
          ['Format', words(anime.format)],
          ['Year', known(anime.year)],
          ['Episodes', known(anime.episodeCount)],
          [
            'Ids',
            anime.externalIds.length === 0 ? 'none' : anime.externalIds.map((id) => <>{shownValue(id).shown} </>),
          ],
          ['Revision', anime.revision],
          ['Identifier', <code key="id">{anime.id}</code>],
          ...(anime.mergedInto === null
            ? []
            : [['Merged into', <code key="into">{anime.mergedInto.id}</code>] as const]),
        ]}
      />
      <h2>Pins</h2>
      {pins.length === 0 ? (
        <p>
          No field is pinned. A field that a reviewer decides is pinned: no source changes it until the pin is lifted.
        </p>
      ) : (
        <Table
          caption="Fields that reviewers decided"
          columns={['Field', 'Value', 'Decided', 'Lift it']}
          rows={pins.map(({ field, value, episodeId, decidedAt }) => ({
            key: `${field} ${episodeId}`,
            cells: [
              field,
              <bdi key="value">{value}</bdi>,
              <Time key="at" at={new Date(decidedAt)} />,
              episodeId === null ? (
                <FormView key="lift" visit={visit} name="unpin" submit={`Lift the pin of ${field}`} look="quiet">
                  <input type="hidden" name="field" value={field} />
                </FormView>
              ) : (
                'at its episode, by the command line'
              ),
            ],
          }))}
        />
      )}
      <h2>Titles</h2>
      <ul>
        {anime.alternativeTitles.map(({ title, language, kind }) => (
          <li key={`${title} ${language}`}>
            <Title text={title} language={language} /> ({known(language)}, {known(kind)})
          </li>
        ))}
      </ul>
      <h3>Add a title</h3>
      <FormView visit={visit} name="add-title" submit="Add the title">
        <Field label="Title to add">
          <input name="title" required maxLength={600} value={typed(visit, 'add-title', 'title')} />
        </Field>
        <Field label="Language tag, such as ja-Latn">
          <input name="language" maxLength={35} value={typed(visit, 'add-title', 'language')} />
        </Field>
        <Field label="Kind">
          <select name="kind">
            {TITLE_KINDS.map((kind) => (
              <option key={kind} value={kind} selected={typed(visit, 'add-title', 'kind', 'synonym') === kind}>
                {words(kind)}
              </option>
            ))}
          </select>
        </Field>
        <ReasonField visit={visit} form="add-title" />
      </FormView>
      <h3>Remove a title that a reviewer added</h3>
      <FormView visit={visit} name="remove-title" submit="Remove the title">
        <Field label="Title to remove">
          <input name="title" required maxLength={600} value={typed(visit, 'remove-title', 'title')} />
        </Field>
        <ReasonField visit={visit} form="remove-title" />
      </FormView>
      <h2>Merge</h2>
      <p>The next page shows what would come of it, and asks.</p>
      <FormView visit={visit} name="merge" submit="Show the merge">
        <Field label="Identifier of the anime that survives">
          <input name="into" required value={typed(visit, 'merge', 'into')} />
        </Field>
      </FormView>
    </>
  );
}
