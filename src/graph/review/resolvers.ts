import type { Database } from '../../database/database.ts';
import { type AnimeEntity, animeLoader } from '../anime/animeEntity.ts';
import { DESK_ENTRY_PATH, DESK_LINK_SECONDS, type Desk } from '../caller/desk.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { CatalogError } from '../model/errors.ts';
import { isOneLine, isPlainText, ONE_LINE } from '../model/values.ts';
import type { Viewer } from '../model/viewer.ts';
import { existing } from '../reading/entityFields.ts';
import type { Loaders } from '../reading/loaders.ts';
import { batchedReads } from './batchedReads.ts';
import type { DecisionChange } from './changeDecisions.ts';
import { approveProposal, type Decision, type Reviewer, rejectProposal } from './decideProposal.ts';
import { countPending, listDecisions, listProposals } from './listProposals.ts';
import { mergeAnime } from './mergeAnime.ts';
import { liftPins, listPins } from './pins.ts';
import { firstChoice, previewApproval } from './previewApproval.ts';
import { reopenProposal } from './reopenProposal.ts';
import { recordedAnime, recordsOfAnime } from './sourceRecordLoaders.ts';
import { listSources, setSourceApproved } from './sources.ts';
import { addTitle, removeTitle } from './titles.ts';
import { unmergeAnime } from './unmergeAnime.ts';

export const reviewResolvers: Resolvers = {
  Query: {
    proposals: (_root, { status, reason, source, ...page }, { database }) => {
      if (source != null && !isOneLine(source)) {
        throw new CatalogError('invalid_parameter', `source ${ONE_LINE}.`, { parameter: 'source' });
      }
      return listProposals(database, { status, reason, source }, page);
    },
    pendingProposals: (_root, _arguments, { database }) => countPending(database),
    decisions: (_root, page, { database }) => listDecisions(database.client, page),
    proposal: (_root, { id }, { database }) => database.client.proposal.findUnique({ where: { id } }),
    pins: (_root, { id }, { database }) => listPins(database.client, id),
    sources: (_root, _arguments, { database }) => listSources(database.client),
  },
  Proposal: {
    candidates: async ({ candidates }, _arguments, { loaders }) =>
      (await Promise.all(candidates.map((id) => loaders.of(animeLoader).load(id)))).filter((anime) => anime !== null),
    difference: async (proposal, _arguments, { loaders, now }) =>
      (await previewApproval(loaders.of(batchedReads), proposal, firstChoice(proposal), now())).difference,
    approval: (proposal, { into = null, new: asNew, withoutSharedIds }, { loaders, now }) => {
      const choice = { into, asNew: asNew ?? false, withoutSharedIds: withoutSharedIds ?? false };
      return previewApproval(loaders.of(batchedReads), proposal, choice, now());
    },
    anime: async (proposal, _arguments, { loaders }) => {
      const animeId = await loaders.of(recordedAnime).load(proposal);
      return animeId === null ? null : await loaders.of(animeLoader).load(animeId);
    },
    holds: ({ holds }) => Object.keys(holds ?? {}),
    createdAt: ({ createdAt }) => createdAt.toISOString(),
    decidedAt: ({ decidedAt }) => decidedAt?.toISOString() ?? null,
  },
  Anime: {
    records: ({ id }, _arguments, { loaders }) => loaders.of(recordsOfAnime).load(id),
  },
  SourceRecord: { anime: ownAnime },
  IdElsewhere: { anime: ownAnime },
  Mutation: {
    openDesk: (_root, { input }, context) => openDesk(context, reviewerOf(input, context).name),
    approveProposal: async (_root, { input }, context) => {
      const { into = null, withoutSharedIds, seen = null } = input;
      const choice = { into, asNew: input.new ?? false, withoutSharedIds: withoutSharedIds ?? false, seen };
      return decided(await approveProposal(context, input.id, choice, reviewerOf(input, context)), context);
    },
    rejectProposal: async (_root, { input }, context) =>
      decided(await rejectProposal(context, input.id, reviewerOf(input, context)), context),
    reopenProposal: async (_root, { input }, context) => ({
      proposal: await reopenProposal(context, input.id, reviewerOf(input, context)),
    }),
    mergeAnime: async (_root, { input }, context) => {
      const settings = { dryRun: input.dryRun ?? false, seen: input.seen ?? null };
      const reviewer = reviewerOf(input, context);
      const { animeId, ...result } = await mergeAnime(context, input.anime, input.into, reviewer, settings);
      return { anime: await reload(animeId, context), ...result };
    },
    unmergeAnime: async (_root, { input }, context) => {
      const { animeId, survivorId, ...result } = await unmergeAnime(context, input.anime, reviewerOf(input, context));
      return { anime: await reload(animeId, context), survivor: await reload(survivorId, context), ...result };
    },
    unpin: async (_root, { input }, context) =>
      changed(input.id, await liftPins(context, input.id, input.fields ?? null, reviewerOf(input, context)), context),
    addTitle: async (_root, { input }, context) => {
      const { anime, title, language, kind } = input;
      const added = { title, language, kind: kind ?? 'synonym' };
      return changed(anime, await addTitle(context, anime, added, reviewerOf(input, context)), context);
    },
    removeTitle: async (_root, { input }, context) => {
      const { anime, ...title } = input;
      return changed(anime, await removeTitle(context, anime, title, reviewerOf(input, context)), context);
    },
    approveSource: async (_root, { input }, { database }) => ({
      source: await setSourceApproved(database.client, input.name, true),
    }),
    revokeSource: async (_root, { input }, { database }) => ({
      source: await setSourceApproved(database.client, input.name, false),
    }),
  },
};

async function ownAnime(
  { animeId }: { readonly animeId: string },
  _arguments: object,
  { loaders }: { readonly loaders: Loaders },
): Promise<AnimeEntity> {
  return existing(await loaders.of(animeLoader).load(animeId), `anime ${animeId}`);
}

interface DecisionContext {
  readonly database: Database;
  readonly loaders: Loaders;
}

async function decided({ animeId, ...decision }: Decision, context: DecisionContext) {
  return { ...decision, anime: animeId === null ? null : await reload(animeId, context) };
}

async function changed(id: string, { animeId, events }: DecisionChange, context: DecisionContext) {
  return { anime: await reload(animeId, context), pins: await listPins(context.database.client, id), events };
}

/** An anime after a decision. */
async function reload(id: string, { loaders }: DecisionContext): Promise<AnimeEntity> {
  loaders.clear();
  const anime = await loaders.of(animeLoader).load(id);
  if (anime === null) throw new Error('an anime that was published exists');
  return anime;
}

function reviewerOf(
  input: { readonly reviewer?: string | null; readonly reason?: string | null },
  { viewer }: { readonly viewer: Viewer },
): Reviewer {
  const name = input.reviewer ?? (viewer.kind === 'tool' ? viewer.actor : null);
  if (name !== null && !isOneLine(name)) {
    throw new CatalogError('invalid_parameter', `reviewer ${ONE_LINE}.`, { parameter: 'reviewer' });
  }
  const { reason = null } = input;
  if (reason !== null && !isPlainText(reason)) {
    throw new CatalogError('invalid_parameter', 'reason must have no control character and no lone surrogate.', {
      parameter: 'reason',
    });
  }
  return { name, reason };
}

/** @throws CatalogError invalid_parameter without a name, conflict where no desk is served */
async function openDesk(
  { desk, now }: { readonly desk?: Desk | null | undefined; readonly now: () => Date },
  reviewer: string | null,
) {
  if (desk == null) throw new CatalogError('conflict', 'This process serves no desk: it needs the role graph.');
  if (reviewer === null) {
    throw new CatalogError('invalid_parameter', 'reviewer is required: decisions record who made them.', {
      parameter: 'reviewer',
    });
  }
  const invitation = await desk.invite(reviewer);
  const expiresAt = new Date(now().getTime() + DESK_LINK_SECONDS * 1000).toISOString();
  return { path: `${DESK_ENTRY_PATH}?invitation=${invitation}`, reviewer, expiresAt };
}
