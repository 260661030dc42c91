import { expect } from '@jest/globals';
import type { Database } from '../../../src/database/database.ts';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { importCatalog } from '../../../src/graph/import/importCatalog.ts';
import { CatalogError } from '../../../src/graph/model/errors.ts';
import { publicationExtension } from '../../../src/graph/publication/publicationExtension.ts';
import type { PublishingPorts } from '../../../src/graph/publication/publications.ts';
import { createPublications } from '../../../src/graph/publication/publications.ts';
import { rejectProposal } from '../../../src/graph/review/decideProposal.ts';
import { mergeAnime } from '../../../src/graph/review/mergeAnime.ts';
import { liftPins } from '../../../src/graph/review/pins.ts';
import { setSourceApproved } from '../../../src/graph/review/sources.ts';
import { addTitle, removeTitle } from '../../../src/graph/review/titles.ts';
import { publicResources } from '../../../src/rest/publicResources.ts';
import { openRestApi, type RestApi } from '../../rest/support/openRestApi.ts';
import { approveSeen } from '../review/approveSeen.ts';
import { checkShelf } from './checkShelf.ts';
import type { Operation, SaidRecord } from './operations.ts';

const WRITER = 'history-writer';
const DECIDING: ReadonlySet<Operation['kind']> = new Set(['decide', 'unpin', 'title', 'merge']);
const reviewer = { name: 'a reviewer', reason: 'because' };

/** A service that reads, and beside it a process that imports and reviews, which can be restarted and killed. */
export class Workshop {
  readonly api: RestApi;
  #writer: Database;

  private constructor(api: RestApi, writer: Database) {
    this.api = api;
    this.#writer = writer;
  }

  static async open(): Promise<Workshop> {
    const api = await openRestApi();
    return new Workshop(api, await openWriter(api.catalog.url));
  }

  get ports(): PublishingPorts {
    const publications = createPublications(this.#writer, publicResources);
    return { publications, now: () => new Date() };
  }

  async restart(): Promise<void> {
    await this.#writer.close();
    this.#writer = await openWriter(this.api.catalog.url);
  }

  /** As when its host is gone: what it was about is undone. Its sessions have ended before the next operation begins. */
  async kill(): Promise<void> {
    await this.api.catalog.database.client.$executeRaw`
      SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = ${WRITER} AND state <> 'idle'`;
  }

  async positions(): Promise<{ first: bigint; last: bigint; count: bigint }> {
    const [row] = await this.api.catalog.database.client.$queryRaw<{ first: bigint; last: bigint; count: bigint }[]>`
      SELECT min(position) AS first, max(position) AS last, count(*) AS count FROM event`;
    if (row === undefined) throw new Error('there are events');
    return row;
  }

  async close(): Promise<void> {
    await this.#writer.close();
    await this.api.close();
  }
}

function openWriter(url: string): Promise<Database> {
  return openDatabase({ url, dataDir: '', poolSize: 2, applicationName: WRITER, extension: publicationExtension });
}

/** The works of one round: every key of theirs begins with the prefix. */
export class Shelf {
  readonly #workshop: Workshop;
  readonly #prefix: string;
  readonly #batches: (readonly SaidRecord[])[] = [];
  readonly #edits = new Map<string, bigint[]>();
  /** Episodes whose ids have led elsewhere for a time, or still do. */
  readonly #ended = new Set<string>();

  constructor(workshop: Workshop, prefix: string) {
    this.#workshop = workshop;
    this.#prefix = prefix;
  }

  async begin(): Promise<void> {
    await this.#client.source.updateMany({ where: { name: 'blog' }, data: { approved: false } });
  }

  async check(): Promise<void> {
    await checkShelf(this.#workshop.api, this.#prefix, this.#edits, this.#ended);
  }

  async run(operation: Operation): Promise<void> {
    const before = await this.#decided();
    await this.#do(operation);
    // Whatever ends and returns, sources undo no decision.
    if (!DECIDING.has(operation.kind)) expect(await this.#decided()).toEqual(before);
  }

  async #do(operation: Operation): Promise<void> {
    switch (operation.kind) {
      case 'import':
      case 'series': {
        const { records, most } = operation;
        for (let at = 0; at < records.length; at += most)
          await this.#import(records.slice(at, at + most), operation.kind === 'import' && operation.review);
        return;
      }
      case 'replay': {
        const records = this.#batches.at(-1 - operation.back);
        return records === undefined ? undefined : await this.#import(records, false);
      }
      case 'killed import':
        return await this.#killedImport(operation.records, operation.afterMs);
      case 'decide':
        return await this.#decide(operation.which, operation.choice);
      case 'unpin':
        return await this.#unpin(operation.which, operation.episode);
      case 'title':
        return await this.#decideTitle(operation.which, operation.title, operation.as);
      case 'merge':
        return await this.#merge(operation.from, operation.into);
      case 'edit':
        return await this.#edit(operation.what, operation.which);
      case 'approve source':
        await setSourceApproved(this.#client, 'blog', true);
        return void (await setSourceApproved(this.#client, 'blog', operation.approved));
      case 'restart':
        return await this.#workshop.restart();
    }
  }

  /** What reviewers decided of anime and episodes, those too whose ids lead elsewhere. */
  async #decided(): Promise<string[]> {
    const rows = await this.#client.$queryRaw<{ decided: string }[]>`
      SELECT source_id || ' ' || record::text AS decided FROM (
        SELECT source, source_id, record FROM source_record
        UNION ALL
        SELECT o.source, o.source_id, o.record FROM episode_alias a, jsonb_populate_recordset(NULL::source_record, a.own_records) o
      ) r WHERE source = 'review' ORDER BY 1`;
    return rows.map(({ decided }) => decided);
  }

  get #client() {
    return this.#workshop.api.catalog.database.client;
  }

  async #import(records: readonly SaidRecord[], review: boolean): Promise<void> {
    this.#batches.push(records);
    const input = { records: records.map((record) => this.#prefixed(record)), dryRun: false, actor: null };
    const report = await importCatalog(this.#workshop.ports, { ...input, review });
    for (const { id } of await this.#client.episodeAlias.findMany({ select: { id: true } })) this.#ended.add(id);
    if (review || report.rejected > 0 || report.proposed > 0) return;
    const again = await importCatalog(this.#workshop.ports, { ...input, review });
    // What a reviewer has still to decide is told of where it is all that a line says.
    expect(again).toMatchObject({ created: 0, updated: 0, rejected: 0, position: report.position });
  }

  async #killedImport(records: readonly SaidRecord[], afterMs: number): Promise<void> {
    const importing = importCatalog(this.#workshop.ports, {
      records: records.map((record) => this.#prefixed(record)),
      review: false,
      dryRun: false,
      actor: null,
    }).catch((error: unknown) => {
      // It is known as one of the database's, never as a fault of the records.
      expect(error).not.toBeInstanceOf(CatalogError);
    });
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    await this.#workshop.kill();
    await importing;
  }

  async #decide(which: number, choice: 'approve' | 'into' | 'new' | 'reject'): Promise<void> {
    const proposals = await this.#client.proposal.findMany({
      where: { status: 'pending', sourceId: { startsWith: this.#prefix } },
      orderBy: { id: 'asc' },
    });
    const proposal = proposals[which % Math.max(proposals.length, 1)];
    if (proposal === undefined) return;
    const { ports } = this.#workshop;
    const into = choice === 'into' ? (proposal.candidates.at(-1) ?? null) : null;
    await (choice === 'reject'
      ? rejectProposal(ports, proposal.id, reviewer)
      : approveSeen(
          ports,
          this.#workshop.api.catalog.database,
          proposal.id,
          { into, asNew: choice === 'new', withoutSharedIds: true },
          reviewer,
        )
    ).catch(expectRefusal);
  }

  async #unpin(which: number, ofEpisode: boolean): Promise<void> {
    const anime = await this.#anime();
    const animeId = anime[which % Math.max(anime.length, 1)];
    if (animeId === undefined) return;
    const episode = ofEpisode ? await this.#client.episode.findFirst({ where: { animeId } }) : null;
    await liftPins(this.#workshop.ports, episode?.id ?? animeId, null, reviewer).catch(expectRefusal);
  }

  /** Adds a title, or takes back one that was added. */
  async #decideTitle(which: number, title: string, as: 'short' | 'official' | null): Promise<void> {
    const anime = await this.#anime();
    const id = anime[which % Math.max(anime.length, 1)];
    if (id === undefined) return;
    const { ports } = this.#workshop;
    await (as === null
      ? removeTitle(ports, id, { title }, reviewer)
      : addTitle(ports, id, { title, kind: as }, reviewer)
    ).catch(expectRefusal);
  }

  async #merge(from: number, into: number): Promise<void> {
    const anime = await this.#anime();
    const [loser, survivor] = [anime[from % anime.length], anime[into % anime.length]];
    if (loser === undefined || survivor === undefined || loser === survivor) return;
    await mergeAnime(this.#workshop.ports, loser, survivor, reviewer).catch(expectRefusal);
  }

  /** By hand, past the service: nothing is published, and everything shows it at once. */
  async #edit(what: 'synopsis' | 'status' | 'genre', which: number): Promise<void> {
    const anime = await this.#anime();
    const id = anime[which % Math.max(anime.length, 1)];
    if (id === undefined) return;
    const { position } = await this.#client.publicationHead.findUniqueOrThrow({ where: { id: 1 } });
    if (what === 'synopsis') {
      await this.#client.anime.update({ where: { id }, data: { synopsis: 'edited by hand' } });
      this.#note(id, position);
    } else if (what === 'status') {
      const episodes = await this.#client.episode.findMany({ where: { animeId: id }, select: { id: true } });
      await this.#client.episode.updateMany({ where: { animeId: id }, data: { status: 'delayed', releasedAt: null } });
      for (const episode of episodes) this.#note(episode.id, position);
    } else {
      const link = await this.#client.animeGenre.findFirst({ where: { animeId: id } });
      if (link === null) return;
      await this.#client.genre.update({ where: { id: link.genreId }, data: { name: `Renamed ${position}` } });
      const shown = await this.#client.animeGenre.findMany({ where: { genreId: link.genreId } });
      for (const { animeId } of shown) this.#note(animeId, position);
    }
  }

  #note(id: string, position: bigint): void {
    this.#edits.set(id, [...(this.#edits.get(id) ?? []), position]);
  }

  async #anime(): Promise<string[]> {
    const rows = await this.#client.anime.findMany({
      where: { mergedIntoId: null, records: { some: { sourceId: { startsWith: this.#prefix } } } },
      orderBy: { id: 'asc' },
      select: { id: true },
    });
    return rows.map(({ id }) => id);
  }

  #prefixed({ sourceId, externalIds, anime, genres, studios, ...record }: SaidRecord): object {
    const named = (names: unknown) => (names as string[] | undefined)?.map((name) => `${this.#prefix} ${name}`);
    const parent = anime as { source: string; sourceId: string } | undefined;
    return {
      ...record,
      sourceId: this.#prefix + sourceId,
      anime: parent && { ...parent, sourceId: this.#prefix + parent.sourceId },
      externalIds:
        externalIds &&
        Object.fromEntries(
          Object.entries(externalIds as Record<string, string>).map(([site, id]) => [site, this.#prefix + id]),
        ),
      genres: named(genres),
      studios: named(studios),
    };
  }
}

export function expectRefusal(error: unknown): void {
  if (!(error instanceof CatalogError)) throw error;
  expect(['conflict', 'invalid_parameter', 'not_found']).toContain(error.code);
}
