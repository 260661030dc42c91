import { mergeAnime } from '../../graph/operations/proposalOperations.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { Link } from '../design/link.tsx';
import { Facts } from '../design/parts.tsx';
import { Table } from '../design/table.tsx';
import { FormView } from '../forms/formView.tsx';
import { idIn, type PersonalPage, required } from '../forms/visit.ts';
import { animePath, Change, deskShell, fieldName, ReasonField, reasonOf } from './deskShell.tsx';

const read = graphql(`
  query DeskMerged($id: UUID!) { anime(id: $id) { id title } }
`);

/** The effects of a merge, and the button that merges; it is refused if the effects have changed since. */
export const mergePage: PersonalPage = {
  path: '/review/anime/{id}/merge',
  query: ['into'],
  async render(asked) {
    const [id, into] = [idIn(asked, 'id'), idIn(asked, 'into')];
    const visit = { ...asked, path: `${asked.path}?${new URLSearchParams({ into })}` };
    const ends = required((await visit.ask(read, { id })).anime);
    const foreseen = (await visit.ask(mergeAnime, { input: { anime: id, into, dryRun: true } })).mergeAnime;
    return deskShell(
      { title: 'Merge two anime', visit },
      <Facts
        facts={[
          ['Ends', <bdi>{`${ends.title} (${id})`}</bdi>],
          ['Survives', <bdi>{`${foreseen.anime.title} (${into})`}</bdi>],
          ['Episodes that move', foreseen.episodesMoved],
          ['Of these, joined with an episode of the survivor', foreseen.episodesJoined],
          ['Events', foreseen.events],
        ]}
      />,
      <p>
        From then on the paths of the anime that ends redirect to the survivor, and webhooks send the change. catalog
        review unmerge undoes the merge only while neither anime has changed.
      </p>,
      foreseen.difference.length > 0 && (
        <Table
          caption="Changes of the survivor: − removed, + added"
          columns={['Field', 'Change']}
          rows={foreseen.difference.map(({ field, ...change }) => [fieldName(field), <Change {...change} />])}
        />
      ),
      <FormView name="merge" submit="Merge" look="danger">
        <input type="hidden" name="seen" value={foreseen.seen} />
        <ReasonField />
      </FormView>,
      <p>
        <Link to={animePath(id)}>Cancel</Link>
      </p>,
    );
  },
  forms: {
    async merge(visit, fields) {
      const [id, into] = [idIn(visit, 'id'), idIn(visit, 'into')];
      const input = { anime: id, into, dryRun: false, seen: fields.get('seen') ?? '', ...reasonOf(fields) };
      await visit.ask(mergeAnime, { input });
      return { to: animePath(into) };
    },
  },
};
