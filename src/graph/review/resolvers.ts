import type { Database } from '../../database/database.ts';
import type { AnimeEntity } from '../anime/animeEntity.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { CatalogError } from '../model/errors.ts';
import { isOneLine, isPlainText, ONE_LINE } from '../model/values.ts';
import type { Viewer } from '../model/viewer.ts';
import { decodeCursor, encodeCursor } from '../reading/cursor.ts';
import type { EntityLoader } from '../reading/entityLoader.ts';
import { checkPageSize } from '../reading/pageSize.ts';
import type { DecisionChange } from './changeDecisions.ts';
import { approveProposal, type Decision, type Reviewer, rejectProposal } from './decideProposal.ts';
import { firstChoice, foreseeApproval } from './foreseeApproval.ts';
import { mergeAnime } from './mergeAnime.ts';
import { liftPins, listPins } from './pins.ts';
import { proposalNode } from './proposalNode.ts';
import { listSources, setSourceApproved } from './sources.ts';
import { addTitle, removeTitle } from './titles.ts';
import { unmergeAnime } from './unmergeAnime.ts';

export const reviewResolvers: Resolvers = {
  Query: {
    proposals: async (_root, { status, first, after }, context) => {
      const size = checkPageSize(first);
      const [last] = after == null ? [] : decodeCursor(after, CURSOR, ['uuid']);
      const rows = await context.database.client.proposal.findMany({
        where: {
          ...(status == null ? {} : { status }),
          ...(last === undefined ? {} : { id: { gt: last } }),
        },
        orderBy: { id: 'asc' },
        take: size + 1,
      });
      const page = rows.slice(0, size);
      const end = page.at(-1);
      return {
        nodes: page.map(proposalNode),
        pageInfo: {
          hasNextPage: rows.length > size,
          endCursor: end === undefined ? null : encodeCursor(CURSOR, [end.id]),
        },
      };
    },
    proposal: async (_root, { id }, { database }) => {
      const proposal = await database.client.proposal.findUnique({ where: { id } });
      return proposal === null ? null : proposalNode(proposal);
    },
    pins: (_root, { id }, { database }) => listPins(database.client, id),
    sources: (_root, _arguments, { database }) => listSources(database.client),
  },
  Proposal: {
    candidates: async ({ candidateIds }, _arguments, { loaders }) =>
      (await loaders.anime.loadMany(candidateIds)).filter((anime) => anime !== null),
    difference: async ({ stored }, _arguments, { database, now }) =>
      (await foreseeApproval(database.client, stored, firstChoice(stored), now())).difference,
    approval: ({ stored }, { into = null, new: asNew, withoutSharedIds }, { database, now }) => {
      const choice = { into, asNew: asNew ?? false, withoutSharedIds: withoutSharedIds ?? false };
      return foreseeApproval(database.client, stored, choice, now());
    },
  },
  IdElsewhere: {
    anime: async ({ animeId }, _arguments, { loaders }) => {
      const anime = await loaders.anime.load(animeId);
      if (anime === null) throw new Error('the owner of an id went away');
      return anime;
    },
  },
  Mutation: {
    approveProposal: async (_root, { input }, context) => {
      const { into = null, withoutSharedIds, seen = null } = input;
      const choice = { into, asNew: input.new ?? false, withoutSharedIds: withoutSharedIds ?? false, seen };
      return decided(await approveProposal(context, input.id, choice, reviewerOf(input, context)), context);
    },
    rejectProposal: async (_root, { input }, context) =>
      decided(await rejectProposal(context, input.id, reviewerOf(input, context)), context),
    mergeAnime: async (_root, { input }, context) => {
      const settings = { dryRun: input.dryRun ?? false, seen: input.seen ?? null };
      const { animeId, ...told } = await mergeAnime(
        context,
        input.anime,
        input.into,
        reviewerOf(input, context),
        settings,
      );
      return { anime: await anew(animeId, context), ...told };
    },
    unmergeAnime: async (_root, { input }, context) => {
      const { animeId, survivorId, ...told } = await unmergeAnime(context, input.anime, reviewerOf(input, context));
      return { anime: await anew(animeId, context), survivor: await anew(survivorId, context), ...told };
    },
    unpin: async (_root, { input }, context) =>
      changed(input.id, await liftPins(context, input.id, input.fields ?? null, reviewerOf(input, context)), context),
    addTitle: async (_root, { input }, context) => {
      const { anime, title, language, kind } = input;
      const added = { title, language, kind: kind ?? 'synonym' };
      return changed(anime, await addTitle(context, anime, added, reviewerOf(input, context)), context);
    },
    removeTitle: async (_root, { input }, context) => {
      const { anime, title, language } = input;
      return changed(
        anime,
        await removeTitle(context, anime, { title, language }, reviewerOf(input, context)),
        context,
      );
    },
    approveSource: async (_root, { input }, { database }) => ({
      source: await setSourceApproved(database.client, input.name, true),
    }),
    revokeSource: async (_root, { input }, { database }) => ({
      source: await setSourceApproved(database.client, input.name, false),
    }),
  },
};

const CURSOR = 'proposal.id';

async function decided(
  { proposal, animeId, idsElsewhere, events }: Decision,
  { loaders }: { readonly loaders: { readonly anime: EntityLoader<AnimeEntity>; forget(): void } },
) {
  loaders.forget();
  return {
    proposal: proposalNode(proposal),
    anime: animeId === null ? null : await loaders.anime.load(animeId),
    idsElsewhere,
    events,
  };
}

async function changed(
  id: string,
  { animeId, events }: DecisionChange,
  context: {
    readonly database: Database;
    readonly loaders: { readonly anime: EntityLoader<AnimeEntity>; forget(): void };
  },
) {
  return { anime: await anew(animeId, context), pins: await listPins(context.database.client, id), events };
}

/** An anime as a decision has left it. */
async function anew(
  id: string,
  { loaders }: { readonly loaders: { readonly anime: EntityLoader<AnimeEntity>; forget(): void } },
): Promise<AnimeEntity> {
  loaders.forget();
  const anime = await loaders.anime.load(id);
  if (anime === null) throw new Error('the anime went away');
  return anime;
}

function reviewerOf(
  input: { readonly reviewer?: string | null; readonly reason?: string | null },
  { viewer }: { readonly viewer: Viewer },
): Reviewer {
  const name = input.reviewer ?? (viewer.kind === 'tool' ? viewer.actor : null);
  return { name: checkName(name), reason: checkReason(input.reason ?? null) };
}

function checkName(name: string | null): string | null {
  if (name === null || isOneLine(name)) return name;
  throw new CatalogError('invalid_parameter', `reviewer ${ONE_LINE}.`, { parameter: 'reviewer' });
}

function checkReason(reason: string | null): string | null {
  if (reason === null || isPlainText(reason)) return reason;
  throw new CatalogError('invalid_parameter', 'reason must have no control character and no lone surrogate.', {
    parameter: 'reason',
  });
}
