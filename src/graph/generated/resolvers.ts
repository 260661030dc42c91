import type { AnimeFormat } from '../model/vocabulary.ts';
import type { AnimeSort } from '../model/vocabulary.ts';
import type { AnimeStatus } from '../model/vocabulary.ts';
import type { AttemptError } from '../model/vocabulary.ts';
import type { DeliveryKind } from '../model/vocabulary.ts';
import type { DeliveryStatus } from '../model/vocabulary.ts';
import type { DiagnosticStatus } from '../model/vocabulary.ts';
import type { EpisodeStatus } from '../model/vocabulary.ts';
import type { EventKind } from '../model/vocabulary.ts';
import type { FurtherFacet } from '../model/vocabulary.ts';
import type { IdKind } from '../model/vocabulary.ts';
import type { ImportOutcome } from '../model/vocabulary.ts';
import type { ProposalReason } from '../model/vocabulary.ts';
import type { ProposalStatus } from '../model/vocabulary.ts';
import type { RecordType } from '../model/vocabulary.ts';
import type { RelationType } from '../model/vocabulary.ts';
import type { ScheduleStatus } from '../model/vocabulary.ts';
import type { SearchEngineKind } from '../model/vocabulary.ts';
import type { SearchIndexState } from '../model/vocabulary.ts';
import type { Season } from '../model/vocabulary.ts';
import type { WebhookStatus } from '../model/vocabulary.ts';
import type { Weekday } from '../model/vocabulary.ts';
import type { TitleKind } from '../model/vocabulary.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { AnimeNode, RelationValue } from '../anime/animeEntity.ts';
import type { ApiKeyNode, ApplicationNode } from '../application/applicationNode.ts';
import type { DeliveryNode } from '../webhook/deliveryRows.ts';
import type { EpisodeNode } from '../episode/episodeEntity.ts';
import type { ElsewhereId } from '../review/approval.ts';
import type { TermNode } from '../term/termNode.ts';
import type { Proposal as ProposalRow } from '../../database/generated/client.ts';
import type { SearchPage } from '../search/searchPage.ts';
import type { WebhookNode } from '../webhook/webhookRows.ts';
import type { GraphContext } from '../schema/context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
export type EnumResolverSignature<T, AllowedValues = any> = { [key in keyof T]?: AllowedValues };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** Bytes, as base64. */
  Bytes: { input: Buffer | string; output: Buffer | string; }
  /** One line of the catalog import format: a JSON object of type anime or episode. */
  CatalogRecord: { input: unknown; output: unknown; }
  /** A calendar date, yyyy-MM-dd. */
  Date: { input: string; output: string; }
  /** An instant: RFC 3339 in UTC with Z and milliseconds, e.g. 2013-04-06T16:58:00.000Z. */
  DateTime: { input: string; output: string; }
  /** A number of at most two decimal places, e.g. the episode number 6.5. */
  EpisodeNumber: { input: number; output: number; }
  /** A canonical identifier: an RFC 9562 UUID, read in any case, written in lower case. */
  UUID: { input: string; output: string; }
};

/** An invitation and the password of the new account. */
export type AcceptInvitationInput = {
  /** The text in the invitation's link. */
  readonly invitation: Scalars['String']['input'];
  /** The name that the invitation is for. */
  readonly name: Scalars['String']['input'];
  /** 12–256 characters. */
  readonly password: Scalars['String']['input'];
};

/** The person who asks. */
export type Account = {
  readonly __typename?: 'Account';
  /** Whether the embedded issuer keeps a password of theirs, so that changePassword replaces it. */
  readonly hasPassword: Scalars['Boolean']['output'];
  /** The sub of the person's access tokens. */
  readonly name: Scalars['String']['output'];
  /** The sessions at the pages of the account, the latest sign-in first; at most 100. */
  readonly sessions: ReadonlyArray<AccountSession>;
};

/** A session of a browser at the pages of the account, or at the desk. */
export type AccountSession = {
  readonly __typename?: 'AccountSession';
  /** When the person signed in. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Names it, and opens nothing. */
  readonly id: Scalars['String']['output'];
  /** Whether it is one of the desk, where records are reviewed. */
  readonly isAtDesk: Scalars['Boolean']['output'];
  /** The last request, to the minute. */
  readonly seenAt: Scalars['DateTime']['output'];
};

/** A title to add. */
export type AddTitleInput = {
  /** The anime. */
  readonly anime: Scalars['UUID']['input'];
  /** The relation of the title to its work. */
  readonly kind?: TitleKind;
  /** BCP 47 language tag, e.g. ja-Latn. */
  readonly language?: InputMaybe<Scalars['String']['input']>;
  /** The reason, for the record. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  /** The reviewer; X-Actor when absent. */
  readonly reviewer?: InputMaybe<Scalars['String']['input']>;
  /** At most 600 characters. */
  readonly title: Scalars['String']['input'];
};

/** One canonical anime. */
export type Anime = {
  readonly __typename?: 'Anime';
  /** All other titles, in canonical order. */
  readonly alternativeTitles: ReadonlyArray<Title>;
  /** The weekly slot in which it is, or was, broadcast first; null when unknown, or not weekly. */
  readonly broadcast: Maybe<Broadcast>;
  /** When it was added to the catalogue. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Of one episode; null when unknown. */
  readonly durationMinutes: Maybe<Scalars['Int']['output']>;
  /** Date of the last broadcast or release; null when unknown or in the future. */
  readonly endDate: Maybe<Scalars['Date']['output']>;
  /** The number of episodes of the work; it implies no episode in the catalogue. */
  readonly episodeCount: Maybe<Scalars['Int']['output']>;
  /** Imported episodes, by ascending number. */
  readonly episodes: EpisodeConnection;
  /** Ids of the same anime at other sites, in canonical order. */
  readonly externalIds: ReadonlyArray<ExternalId>;
  /** The catalog format. */
  readonly format: AnimeFormat;
  /** In canonical order. */
  readonly genres: ReadonlyArray<Genre>;
  /** The canonical id, which never changes. */
  readonly id: Scalars['UUID']['output'];
  /** In canonical order. */
  readonly images: ReadonlyArray<Image>;
  /** Null when unknown. */
  readonly isAdult: Maybe<Scalars['Boolean']['output']>;
  /** The episode whose confirmed release is the last one; null where none is released. */
  readonly lastReleased: Maybe<Episode>;
  /** Ids of the anime that were merged into this one, ascending. */
  readonly mergedIds: ReadonlyArray<Scalars['UUID']['output']>;
  /** The survivor, when this anime was merged into another. */
  readonly mergedInto: Maybe<Anime>;
  /** The first episode that is planned for now or later and not released; null where none is. A plan confirms nothing. */
  readonly nextEpisode: Maybe<Episode>;
  /** The page that its makers have for it; null when unknown. */
  readonly officialSite: Maybe<Scalars['String']['output']>;
  /** Anime that sources relate to this one, in either direction: by type, then by ascending id, at most 100. */
  readonly relations: ReadonlyArray<AnimeRelation>;
  /** Incremented by each publication that changes this anime. */
  readonly revision: Scalars['Int']['output'];
  /** Null when unknown. */
  readonly season: Maybe<Season>;
  /** Date of the first broadcast or release; null when unknown. */
  readonly startDate: Maybe<Scalars['Date']['output']>;
  /** Whether it is announced, airing or finished. */
  readonly status: AnimeStatus;
  /** In canonical order. */
  readonly studios: ReadonlyArray<Studio>;
  /** Null when unknown. */
  readonly synopsis: Maybe<Scalars['String']['output']>;
  /** The preferred title. */
  readonly title: Scalars['String']['output'];
  /** The preferred title's BCP 47 language tag, e.g. ja-Latn; null where no source states it. */
  readonly titleLanguage: Maybe<Scalars['String']['output']>;
  /** Those of all titles, the preferred one included, that most readers look for. */
  readonly titles: PrincipalTitles;
  /** When its own data last changed. */
  readonly updatedAt: Scalars['DateTime']['output'];
  /** Private change version: raised by any change of a served field, direct edits included. ETags and caches depend on it. */
  readonly version: Scalars['String']['output'];
  /** 1900–2200; null when unknown. */
  readonly year: Maybe<Scalars['Int']['output']>;
};


/** One canonical anime. */
export type AnimeEpisodesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};

/** A page of anime in the order in which they last changed, oldest change first. One that changes moves to the end, so a walk to the last page misses nothing. */
export type AnimeChangeConnection = {
  readonly __typename?: 'AnimeChangeConnection';
  /** The anime of this page. */
  readonly nodes: ReadonlyArray<Anime>;
  /** The position of this page. */
  readonly pageInfo: PageInfo;
  /** Digest of the ids and change versions on this page. Equal tags mean equal pages. */
  readonly tag: Scalars['String']['output'];
  /** Of the last page: everything that changed earlier was listed. Null while a page follows. */
  readonly until: Maybe<Scalars['DateTime']['output']>;
};

/** A page of anime. */
export type AnimeConnection = {
  readonly __typename?: 'AnimeConnection';
  /** The anime of this page, in the order of the list. */
  readonly nodes: ReadonlyArray<Anime>;
  /** The position of this page. */
  readonly pageInfo: PageInfo;
  /** Digest of the ids and change versions on this page; selected alone it reads no entity. Equal tags mean equal pages. */
  readonly tag: Scalars['String']['output'];
};

/** A page of one anime's episodes, read together with the anime's own id, title, format and survivor. */
export type AnimeEpisodeConnection = {
  readonly __typename?: 'AnimeEpisodeConnection';
  /** The requested anime. */
  readonly anime: Anime;
  /** By ascending number. Episodes of a merged anime are listed under its survivor. */
  readonly nodes: ReadonlyArray<Episode>;
  /** The position of this page. */
  readonly pageInfo: PageInfo;
  /** Digest of the ids and change versions on this page, the survivor included. Equal tags mean equal pages. */
  readonly tag: Scalars['String']['output'];
};

/** Filters combine with AND. An empty list filters nothing; a range filters out what is unknown. */
export type AnimeFilter = {
  /** Airing, with a broadcast on one of these weekdays in its own time zone. */
  readonly airing?: InputMaybe<ReadonlyArray<Weekday>>;
  /** The number of episodes of the work. */
  readonly episodes?: InputMaybe<CountRange>;
  /** Of one of these formats. */
  readonly format?: InputMaybe<ReadonlyArray<AnimeFormat>>;
  /** Of all these genres, by canonical slug, at most 10; an unknown one is an error. */
  readonly genre?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** One of these: for adults, not for adults, or null for unknown. */
  readonly isAdult?: InputMaybe<ReadonlyArray<InputMaybe<Scalars['Boolean']['input']>>>;
  /** Of one of these broadcast seasons. */
  readonly season?: InputMaybe<ReadonlyArray<Season>>;
  /** Started in this range. */
  readonly startDate?: InputMaybe<DateRange>;
  /** Of one of these statuses. */
  readonly status?: InputMaybe<ReadonlyArray<AnimeStatus>>;
  /** Of one of these studios, by canonical slug, at most 10; an unknown one is an error. */
  readonly studio?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** 1900–2200. */
  readonly year?: InputMaybe<Scalars['Int']['input']>;
};

export type { AnimeFormat };

/** Anime that ids lead to. */
export type AnimeLookup = {
  readonly __typename?: 'AnimeLookup';
  /** Places of the requested ids that lead to no anime, from 0. */
  readonly missing: ReadonlyArray<Scalars['Int']['output']>;
  /** Each once, in the order requested. */
  readonly nodes: ReadonlyArray<Anime>;
  /** Digest of the ids and change versions of the answer. Equal tags mean equal answers. */
  readonly tag: Scalars['String']['output'];
};

/** A relation of an anime to another one of the catalogue. */
export type AnimeRelation = {
  readonly __typename?: 'AnimeRelation';
  /** The other anime. */
  readonly anime: Anime;
  /** What the other anime is to this one. */
  readonly type: RelationType;
};

export type { AnimeSort };

export type { AnimeStatus };

/** How long a receiver took to answer the first attempt of each delivery, whatever it answered. Counted by bounds of 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000, 15000 ms. */
export type AnswerTimes = {
  readonly __typename?: 'AnswerTimes';
  /** How many attempts it answered. */
  readonly answers: Scalars['Int']['output'];
  /** Half of the answers took less than this bound, in milliseconds. */
  readonly p50Ms: Scalars['Int']['output'];
  /** 95 % of the answers took less than this bound, in milliseconds. */
  readonly p95Ms: Scalars['Int']['output'];
};

/** An API key, without its secret. */
export type ApiKey = {
  readonly __typename?: 'ApiKey';
  /** When it was created. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** When it expires; null: never. */
  readonly expiresAt: Maybe<Scalars['DateTime']['output']>;
  /** The public part of the key: cac_<id>_… */
  readonly id: Scalars['String']['output'];
  /** When it was last used, to the minute; null: never. */
  readonly lastUsedAt: Maybe<Scalars['DateTime']['output']>;
  /** What its owner calls it; null where nobody named it. */
  readonly name: Maybe<Scalars['String']['output']>;
  /** When it was revoked; null: never. */
  readonly revokedAt: Maybe<Scalars['DateTime']['output']>;
  /** Its scopes: anime.read, search.read. */
  readonly scopes: ReadonlyArray<Scalars['String']['output']>;
  /** Its calls by day (UTC), oldest first: the last 30 days, those without a call left out. Written once a minute. */
  readonly usage: ReadonlyArray<ApiKeyDay>;
};

/** The calls with an API key on a day. */
export type ApiKeyDay = {
  readonly __typename?: 'ApiKeyDay';
  /** All calls, those refused included. */
  readonly calls: Scalars['Int']['output'];
  /** The day, in UTC. */
  readonly day: Scalars['Date']['output'];
  /** Calls refused with 401 (the key had ended), 403 or 429. */
  readonly refusals: Scalars['Int']['output'];
};

/** The key after its change. */
export type ApiKeyPayload = {
  readonly __typename?: 'ApiKeyPayload';
  /** The key. */
  readonly apiKey: ApiKey;
};

/** A program that calls the public interface. */
export type Application = {
  readonly __typename?: 'Application';
  /** When it was created. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** When it was disabled; null when enabled. */
  readonly disabledAt: Maybe<Scalars['DateTime']['output']>;
  /** Its identifier; at the embedded issuer also its client_id. */
  readonly id: Scalars['UUID']['output'];
  /** Its API keys, oldest first, including those that have expired or were revoked. */
  readonly keys: ReadonlyArray<ApiKey>;
  /** Its display name. */
  readonly name: Scalars['String']['output'];
  /** Its owner: the sub of that user's access tokens. */
  readonly owner: Scalars['String']['output'];
  /** The issuer of that sub: its URL, or embedded for the embedded one; null until the next start binds it. */
  readonly ownerIssuer: Maybe<Scalars['String']['output']>;
  /** The quota that its keys share, as it stands now; reading it costs nothing. Null where the process that answers counts no calls. */
  readonly quota: Maybe<QuotaState>;
  /** Where the embedded issuer may redirect a user after sign-in; with none, users cannot sign in through it. */
  readonly redirectUris: ReadonlyArray<Scalars['String']['output']>;
  /** Why its keys are refused and its webhooks receive nothing: the application, or its owner's account, is disabled. Null: they work. */
  readonly restReason: Maybe<Scalars['String']['output']>;
};

/** A page of applications. */
export type ApplicationConnection = {
  readonly __typename?: 'ApplicationConnection';
  /** The applications of this page, oldest first. */
  readonly nodes: ReadonlyArray<Application>;
  /** The position of this page. */
  readonly pageInfo: PageInfo;
};

/** An application to change. */
export type ApplicationInput = {
  /** The application. */
  readonly id: Scalars['UUID']['input'];
};

/** The application that was created. */
export type ApplicationPayload = {
  readonly __typename?: 'ApplicationPayload';
  /** The application. */
  readonly application: Application;
};

/** A pending record to publish. */
export type ApproveProposalInput = {
  /** The proposal. */
  readonly id: Scalars['UUID']['input'];
  /** The anime that the record belongs to; an ambiguous one needs this or new. */
  readonly into?: InputMaybe<Scalars['UUID']['input']>;
  /** Create a new anime from the record. */
  readonly new?: InputMaybe<Scalars['Boolean']['input']>;
  /** The reason, for the record. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  /** The reviewer; X-Actor when absent. */
  readonly reviewer?: InputMaybe<Scalars['String']['input']>;
  /** Proposal.approval.seen of the same choice. Without it the proposal is approved only if its effects are as they were when it came in. */
  readonly seen?: InputMaybe<Scalars['String']['input']>;
  /** With new: even if some of the record's identifying ids stay with other anime. */
  readonly withoutSharedIds?: InputMaybe<Scalars['Boolean']['input']>;
};

export type { AttemptError };

/** An action of a person or program. Events are never changed; they are removed when older than AUDIT_RETENTION_DAYS. */
export type AuditEvent = {
  readonly __typename?: 'AuditEvent';
  /** The actor: tool:NAME, user:SUB, key:ID, client:ID, or anonymous. */
  readonly actor: Scalars['String']['output'];
  /** The client's address, an IPv6 address by its /64; null when unknown. */
  readonly address: Maybe<Scalars['String']['output']>;
  /** When it was written, in the transaction of the change itself. */
  readonly at: Scalars['DateTime']['output'];
  /** Increases with time. */
  readonly id: Scalars['UUID']['output'];
  /** The mutation, such as createApiKey, or signIn, signOut, issueToken and revokeGrant of the embedded issuer. */
  readonly kind: Scalars['String']['output'];
  /** The id or name of its object; null without one. Of a refused sign-in: the user, if one of that name exists. */
  readonly object: Maybe<Scalars['String']['output']>;
  /** done; or refused: a sign-in, or a mutation that failed after a part of it stood. */
  readonly outcome: Scalars['String']['output'];
};

/** A page of audit events. */
export type AuditEventConnection = {
  readonly __typename?: 'AuditEventConnection';
  /** The events of this page, newest first. */
  readonly nodes: ReadonlyArray<AuditEvent>;
  /** The position of this page. */
  readonly pageInfo: PageInfo;
};

/** The weekly slot in which an anime is, or was, broadcast first. It makes no episode and confirms no release. */
export type Broadcast = {
  readonly __typename?: 'Broadcast';
  /** HH:mm in its time zone; null where only the day is known. */
  readonly time: Maybe<Scalars['String']['output']>;
  /** A name of the IANA time zone database. */
  readonly timezone: Scalars['String']['output'];
  /** The calendar day in its time zone: 01:30 on Monday is a Monday, whatever the broadcaster prints. */
  readonly weekday: Weekday;
};

/** A new password for a user. */
export type ChangePasswordInput = {
  /** The password so far, which the user herself must know; tools need none. */
  readonly current?: InputMaybe<Scalars['String']['input']>;
  /** The user. */
  readonly name: Scalars['String']['input'];
  /** 12–256 characters. */
  readonly password: Scalars['String']['input'];
};

/** Numbers from one to another, both included. Either can be left out. */
export type CountRange = {
  /** The least number. */
  readonly from?: InputMaybe<Scalars['Int']['input']>;
  /** The greatest number. */
  readonly to?: InputMaybe<Scalars['Int']['input']>;
};

/** A new key for an application. */
export type CreateApiKeyInput = {
  /** The application that will use it. */
  readonly applicationId: Scalars['UUID']['input'];
  /** When it expires; absent: never. */
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** What its owner calls it, 1–100 characters; absent: nothing. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** Its scopes: anime.read, search.read. */
  readonly scopes: ReadonlyArray<Scalars['String']['input']>;
};

/** The key that was created. */
export type CreateApiKeyPayload = {
  readonly __typename?: 'CreateApiKeyPayload';
  /** The key without its secret. */
  readonly apiKey: ApiKey;
  /** The text of the key, returned only here and stored nowhere. */
  readonly key: Scalars['String']['output'];
};

/** A new application. */
export type CreateApplicationInput = {
  /** Its display name, 1–100 characters. */
  readonly name: Scalars['String']['input'];
  /** Its owner: the sub of that user's access tokens. A person's own, which is the default, for a person; tools name somebody. */
  readonly owner?: InputMaybe<Scalars['String']['input']>;
  /** Where the embedded issuer may redirect a user: https, or http to a loopback address; at most 10. */
  readonly redirectUris?: ReadonlyArray<Scalars['String']['input']>;
  /** For tools: whether to refuse an owner without an account at the embedded issuer. */
  readonly requireAccount?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A new user. */
export type CreateUserInput = {
  /** 1–64 lower-case letters, digits and . _ @ + - */
  readonly name: Scalars['String']['input'];
  /** 12–256 characters. */
  readonly password: Scalars['String']['input'];
};

/** A new webhook. */
export type CreateWebhookInput = {
  /** The anime of which, and of whose episodes, to send events, 1–100; absent or null: all. */
  readonly animeIds?: InputMaybe<ReadonlyArray<Scalars['UUID']['input']>>;
  /** The application it belongs to. */
  readonly applicationId: Scalars['UUID']['input'];
  /** The kinds of events to send, at least one. */
  readonly events: ReadonlyArray<EventKind>;
  /** What its owner calls it, 1–100 characters. */
  readonly name: Scalars['String']['input'];
  /** The receiver: https, a public DNS name, port 443, no credentials, query or fragment. */
  readonly url: Scalars['String']['input'];
};

/** Dates from one to another, both included. Either can be left out. */
export type DateRange = {
  /** The first date. */
  readonly from?: InputMaybe<Scalars['Date']['input']>;
  /** The last date. */
  readonly to?: InputMaybe<Scalars['Date']['input']>;
};

/** The effects of a change of decisions. */
export type DecisionPayload = {
  readonly __typename?: 'DecisionPayload';
  /** The anime, or the episode's. */
  readonly anime: Anime;
  /** The number of events published. */
  readonly events: Scalars['Int']['output'];
  /** The current pins, as pins(id) lists them. */
  readonly pins: ReadonlyArray<Pin>;
};

/** The application that was deleted. */
export type DeleteApplicationPayload = {
  readonly __typename?: 'DeleteApplicationPayload';
  /** Its identifier. */
  readonly id: Scalars['UUID']['output'];
};

/** The webhook to delete. */
export type DeleteWebhookInput = {
  /** The webhook. */
  readonly id: Scalars['UUID']['input'];
  /** The revisions that may be deleted; null where any may. */
  readonly revisions?: InputMaybe<ReadonlyArray<Scalars['Int']['input']>>;
};

/** What was deleted. */
export type DeleteWebhookPayload = {
  readonly __typename?: 'DeleteWebhookPayload';
  /** The webhook's identifier. */
  readonly id: Scalars['UUID']['output'];
};

/** One event, or ping, on its way to one webhook. */
export type Delivery = {
  readonly __typename?: 'Delivery';
  /** Its attempts so far, oldest first, those of earlier cycles included. */
  readonly attempts: ReadonlyArray<DeliveryAttempt>;
  /** When it was delivered, failed or cancelled; null before. */
  readonly completedAt: Maybe<Scalars['DateTime']['output']>;
  /** When it was made. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** How often it was begun again by hand. */
  readonly cycle: Scalars['Int']['output'];
  /** The id in the payload, on which receivers deduplicate. */
  readonly eventId: Scalars['UUID']['output'];
  /** Stable across attempts. */
  readonly id: Scalars['UUID']['output'];
  /** Whether it tests the receiver: a ping, or an event sent by testWebhook. It is sent once. */
  readonly isTest: Scalars['Boolean']['output'];
  /** What it carries. */
  readonly kind: DeliveryKind;
  /** When it is tried next; null unless it waits. */
  readonly nextAttemptAt: Maybe<Scalars['DateTime']['output']>;
  /** What its attempts send. */
  readonly request: DeliveryRequest;
  /** Where it stands. */
  readonly status: DeliveryStatus;
  /** Another with every change of what stands here. */
  readonly version: Scalars['String']['output'];
  /** The webhook. */
  readonly webhookId: Scalars['UUID']['output'];
};

/** One attempt at a delivery that has ended. */
export type DeliveryAttempt = {
  readonly __typename?: 'DeliveryAttempt';
  /** The delivery's cycle at that time. */
  readonly cycle: Scalars['Int']['output'];
  /** How long it took. */
  readonly durationMs: Scalars['Int']['output'];
  /** Null when it was acknowledged. */
  readonly error: Maybe<AttemptError>;
  /** From 1 in each cycle. */
  readonly number: Scalars['Int']['output'];
  /** What it added to the headers of the delivery's request, but for its signature; empty where nothing was signed. */
  readonly requestHeaders: ReadonlyArray<HttpHeader>;
  /** The first 4 kB of the answer's body; null when no answer came. */
  readonly responseBody: Maybe<Scalars['String']['output']>;
  /** When it began. */
  readonly startedAt: Scalars['DateTime']['output'];
  /** The status that the receiver answered with; null: none came. */
  readonly status: Maybe<Scalars['Int']['output']>;
};

/** A page of deliveries. */
export type DeliveryConnection = {
  readonly __typename?: 'DeliveryConnection';
  /** The deliveries of this page, newest first. */
  readonly nodes: ReadonlyArray<Delivery>;
  /** Where this page lies. */
  readonly pageInfo: PageInfo;
};

export type { DeliveryKind };

/** A delivery that waits for its attempt. */
export type DeliveryPayload = {
  readonly __typename?: 'DeliveryPayload';
  /** The delivery. */
  readonly delivery: Delivery;
};

/** What every attempt at a delivery sends. */
export type DeliveryRequest = {
  readonly __typename?: 'DeliveryRequest';
  /** The bytes of the body, which are UTF-8. */
  readonly body: Scalars['String']['output'];
  /** Those that are the same in every attempt; the User-Agent is that of the running version. */
  readonly headers: ReadonlyArray<HttpHeader>;
};

export type { DeliveryStatus };

/** The result of one check of the process that answers. */
export type DiagnosticCheck = {
  readonly __typename?: 'DiagnosticCheck';
  /** The finding, in words. */
  readonly detail: Scalars['String']['output'];
  /** The subject: configuration, database, migrations, connections, secrets, search, redis, issuer, account, desk or clock. */
  readonly name: Scalars['String']['output'];
  /** The remedy for the operator; null where nothing is wrong. */
  readonly remedy: Maybe<Scalars['String']['output']>;
  /** The result. */
  readonly status: DiagnosticStatus;
};

export type { DiagnosticStatus };

/** What was last imported from an address in a format. */
export type Download = {
  readonly __typename?: 'Download';
  /** The entity tag that the server gave; null without one. */
  readonly etag: Maybe<Scalars['String']['output']>;
  /** When its import ended. */
  readonly importedAt: Scalars['DateTime']['output'];
  /** When it was changed, as the server wrote it (Last-Modified); null where it did not. */
  readonly lastModified: Maybe<Scalars['String']['output']>;
  /** The version of the service that imported it. */
  readonly release: Scalars['String']['output'];
  /** SHA-256 of the file, in hexadecimal digits. */
  readonly sha256: Scalars['String']['output'];
};

/** The whole catalogue in one file, gzip of NDJSON, from one snapshot of the database. */
export type Dump = {
  readonly __typename?: 'Dump';
  /** Anime in it. */
  readonly anime: Scalars['Int']['output'];
  /** The UTC day that it is named for. */
  readonly date: Scalars['Date']['output'];
  /** SHA-256 of the bytes, base64url. */
  readonly digest: Scalars['String']['output'];
  /** Episodes in it. */
  readonly episodes: Scalars['Int']['output'];
  /** The instant of its snapshot. */
  readonly madeAt: Scalars['DateTime']['output'];
  /** The position of the last event that the snapshot holds: a mirror reads the log after it. */
  readonly position: Scalars['String']['output'];
  /** In bytes. */
  readonly size: Scalars['Int']['output'];
};

/** A session to end. */
export type EndAccountSessionInput = {
  /** The session's id. */
  readonly id: Scalars['String']['input'];
};

/** The end of a session. */
export type EndAccountSessionPayload = {
  readonly __typename?: 'EndAccountSessionPayload';
  /** False where the session had ended before, or is somebody else's. */
  readonly isEnded: Scalars['Boolean']['output'];
};

/** One imported episode. */
export type Episode = {
  readonly __typename?: 'Episode';
  /** All other titles, in canonical order. */
  readonly alternativeTitles: ReadonlyArray<Title>;
  /** The anime it belongs to. */
  readonly anime: Anime;
  /** When it was added to the catalogue. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** The canonical id, which never changes. */
  readonly id: Scalars['UUID']['output'];
  /** Unique within the anime; specials such as 6.5 exist. */
  readonly number: Scalars['EpisodeNumber']['output'];
  /** The confirmed release time: present exactly when status is RELEASED. */
  readonly releasedAt: Maybe<Scalars['DateTime']['output']>;
  /** Incremented by each publication that changes this episode. */
  readonly revision: Scalars['Int']['output'];
  /** The planned time; null when unknown. */
  readonly scheduledAt: Maybe<Scalars['DateTime']['output']>;
  /** Its state. */
  readonly status: EpisodeStatus;
  /** The preferred title; null when unknown. */
  readonly title: Maybe<Scalars['String']['output']>;
  /** When its own data last changed. */
  readonly updatedAt: Scalars['DateTime']['output'];
  /** Private change version: raised by any change of a served field, its anime's title and format included. */
  readonly version: Scalars['String']['output'];
};

/** A page of episodes in the order in which they last changed, oldest change first. One that changes moves to the end, so a walk to the last page misses nothing. */
export type EpisodeChangeConnection = {
  readonly __typename?: 'EpisodeChangeConnection';
  /** The episodes of this page. */
  readonly nodes: ReadonlyArray<Episode>;
  /** The position of this page. */
  readonly pageInfo: PageInfo;
  /** Digest of the ids and change versions on this page. Equal tags mean equal pages. */
  readonly tag: Scalars['String']['output'];
  /** Of the last page: everything that changed earlier was listed. Null while a page follows. */
  readonly until: Maybe<Scalars['DateTime']['output']>;
};

/** A page of episodes. */
export type EpisodeConnection = {
  readonly __typename?: 'EpisodeConnection';
  /** The episodes of this page, in the order of the list. */
  readonly nodes: ReadonlyArray<Episode>;
  /** The position of this page. */
  readonly pageInfo: PageInfo;
  /** Digest of the ids and change versions on this page; selected alone it reads no entity. Equal tags mean equal pages. */
  readonly tag: Scalars['String']['output'];
};

/** Episodes that ids lead to. */
export type EpisodeLookup = {
  readonly __typename?: 'EpisodeLookup';
  /** Places of the requested ids that lead to no episode, from 0. */
  readonly missing: ReadonlyArray<Scalars['Int']['output']>;
  /** Each once, in the order requested. */
  readonly nodes: ReadonlyArray<Episode>;
  /** Digest of the ids and change versions of the answer. Equal tags mean equal answers. */
  readonly tag: Scalars['String']['output'];
};

export type { EpisodeStatus };

/** A published event. */
export type Event = {
  readonly __typename?: 'Event';
  /** The anime, or the episode's anime. */
  readonly animeId: Scalars['UUID']['output'];
  /** Ids of anime or episodes that became this one with it: they are no entities any more, until an event of theirs follows. */
  readonly ended: ReadonlyArray<Scalars['UUID']['output']>;
  /** Null for anime events. */
  readonly episodeId: Maybe<Scalars['UUID']['output']>;
  /** Stable across retries of its deliveries. */
  readonly id: Scalars['UUID']['output'];
  /** The kind. */
  readonly kind: EventKind;
  /** When it was published. */
  readonly occurredAt: Scalars['DateTime']['output'];
  /** The delivered body, byte for byte, as JSON text. */
  readonly payload: Scalars['String']['output'];
  /** Gapless, in commit order. */
  readonly position: Scalars['String']['output'];
  /** The entity's revision after the event. */
  readonly revision: Scalars['Int']['output'];
};

/** A stretch of the event log. */
export type EventConnection = {
  readonly __typename?: 'EventConnection';
  /** In the order of their positions. */
  readonly nodes: ReadonlyArray<Event>;
  /** `endCursor` is the position of the last event. */
  readonly pageInfo: PageInfo;
  /** How far the page reads, which is where a reader goes on: the position of its last event where others follow, else that of the newest event of all. */
  readonly position: Scalars['String']['output'];
};

export type { EventKind };

/** An id of the same anime at another site. */
export type ExternalId = {
  readonly __typename?: 'ExternalId';
  /** As the site spells it. */
  readonly id: Scalars['String']['output'];
  /** The site, e.g. mal, anilist, anidb, bangumi. */
  readonly site: Scalars['String']['output'];
};

/** An id of an anime at another site. */
export type ExternalIdInput = {
  /** As the site spells it. */
  readonly id: Scalars['String']['input'];
  /** The site, e.g. mal, anilist, anidb, bangumi. */
  readonly site: Scalars['String']['input'];
};

/** One field of the canonical data that the approval would change. */
export type FieldDifference = {
  readonly __typename?: 'FieldDifference';
  /** The value after approval, as JSON text. */
  readonly after: Scalars['String']['output'];
  /** The current value as JSON text; null for a new anime or episode. */
  readonly before: Maybe<Scalars['String']['output']>;
  /** The field's name in REST, e.g. year. */
  readonly field: Scalars['String']['output'];
};

export type { FurtherFacet };

/** A canonical genre. */
export type Genre = {
  readonly __typename?: 'Genre';
  /** The number of anime with it, without merged ones. */
  readonly animeCount: Scalars['Int']['output'];
  /** As the first source spelt it. */
  readonly name: Scalars['String']['output'];
  /** Lower-case name with hyphens; it never changes. */
  readonly slug: Scalars['String']['output'];
};

/** A page of genres. */
export type GenreConnection = {
  readonly __typename?: 'GenreConnection';
  /** The genres of this page. */
  readonly nodes: ReadonlyArray<Genre>;
  /** The position of this page. */
  readonly pageInfo: PageInfo;
};

/** A header of HTTP. */
export type HttpHeader = {
  readonly __typename?: 'HttpHeader';
  /** In lower case. */
  readonly name: Scalars['String']['output'];
  /** As it is sent. */
  readonly value: Scalars['String']['output'];
};

/** An identifying id of the record that another anime keeps. */
export type IdElsewhere = {
  readonly __typename?: 'IdElsewhere';
  /** The anime that has it. */
  readonly anime: Anime;
  /** The id there. */
  readonly id: Scalars['String']['output'];
  /** The site, e.g. mal. */
  readonly site: Scalars['String']['output'];
};

export type { IdKind };

/** An image of an anime, hosted by its source. */
export type Image = {
  readonly __typename?: 'Image';
  /** Pixels; null when unknown. */
  readonly height: Maybe<Scalars['Int']['output']>;
  /** The address of the image. */
  readonly url: Scalars['String']['output'];
  /** Pixels; null when unknown. */
  readonly width: Maybe<Scalars['Int']['output']>;
};

/** A batch of records and how to treat it. */
export type ImportCatalogInput = {
  /** Report what would happen and write nothing. */
  readonly dryRun?: Scalars['Boolean']['input'];
  /** A dry run judges the batch as if these records had been imported before it, and does not report them. With the records at most 8 MB. */
  readonly earlier?: ReadonlyArray<Scalars['CatalogRecord']['input']>;
  /** At most 1,000 records and 8 MB; a parent may stand earlier in the same batch. */
  readonly records: ReadonlyArray<Scalars['CatalogRecord']['input']>;
  /** Let every record wait for a reviewer. */
  readonly review?: Scalars['Boolean']['input'];
};

/** What became of a batch, counted by outcome. */
export type ImportCatalogPayload = {
  readonly __typename?: 'ImportCatalogPayload';
  /** Records that made a new anime or episode. */
  readonly created: Scalars['Int']['output'];
  /** Records whose new values are all kept out by reviewers' decisions. */
  readonly held: Scalars['Int']['output'];
  /** Members that were not taken as sent, counted over the batch: unknown ones are ignored, control characters in further titles removed. */
  readonly ignoredMembers: Scalars['Int']['output'];
  /** One for each record that was held back, proposed or rejected. */
  readonly notices: ReadonlyArray<ImportNotice>;
  /** Position of the last event published so far. */
  readonly position: Scalars['String']['output'];
  /** Records that wait for a reviewer. */
  readonly proposed: Scalars['Int']['output'];
  /** Broken records. */
  readonly rejected: Scalars['Int']['output'];
  /** Records that changed nothing. */
  readonly unchanged: Scalars['Int']['output'];
  /** Records that changed an existing one. */
  readonly updated: Scalars['Int']['output'];
};

/** A record's outcome, where it is not plainly CREATED, UPDATED or UNCHANGED. */
export type ImportNotice = {
  readonly __typename?: 'ImportNotice';
  /** Index of the record in the batch, from 0. */
  readonly index: Scalars['Int']['output'];
  /** HELD, PROPOSED or REJECTED. */
  readonly outcome: ImportOutcome;
  /** The member at fault as a JSON pointer (RFC 6901); null when the whole record is. */
  readonly pointer: Maybe<Scalars['String']['output']>;
  /** The proposal that waits, when PROPOSED and not a dry run; the one that was rejected, when HELD by a rejection. */
  readonly proposalId: Maybe<Scalars['UUID']['output']>;
  /** What is wrong and what would be right, why a reviewer is needed, or which decision holds the record. */
  readonly reason: Scalars['String']['output'];
};

export type { ImportOutcome };

/** An address that is imported again and again. */
export type ImportSchedule = {
  readonly __typename?: 'ImportSchedule';
  /** When it was made, or changed last. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** When the next import is due. */
  readonly dueAt: Scalars['DateTime']['output'];
  /** When the last import ended, however it ended; null before the first. */
  readonly endedAt: Maybe<Scalars['DateTime']['output']>;
  /** Seconds from one import to the next, within a tenth. */
  readonly everySeconds: Scalars['Int']['output'];
  /** The format of the file. */
  readonly format: Scalars['String']['output'];
  /** Its name. */
  readonly name: Scalars['String']['output'];
  /** How the last import ended, in one line; null before the first. */
  readonly outcome: Maybe<Scalars['String']['output']>;
  /** When an import ended well, or the file was found unchanged; null before the first time. */
  readonly succeededAt: Maybe<Scalars['DateTime']['output']>;
  /** Where the file comes from; a query, which may hold a key, is left out. */
  readonly url: Scalars['String']['output'];
};

/** A schedule by its name. */
export type ImportScheduleInput = {
  /** Its name. */
  readonly name: Scalars['String']['input'];
};

/** A schedule after its change. */
export type ImportSchedulePayload = {
  readonly __typename?: 'ImportSchedulePayload';
  /** The schedule; of a removed one as it was. */
  readonly schedule: ImportSchedule;
};

/** Somebody to invite. */
export type InviteUserInput = {
  /** The name of the account to be: 1–64 lower-case letters, digits and . _ @ + - */
  readonly name: Scalars['String']['input'];
};

/** A link that lets its bearer set the password of a new account, once. */
export type InviteUserPayload = {
  readonly __typename?: 'InviteUserPayload';
  /** When the link ends: 24 hours later. */
  readonly expiresAt: Scalars['DateTime']['output'];
  /** The name of the account to be. */
  readonly name: Scalars['String']['output'];
  /** The public listener's configured origin; null where it follows the request. */
  readonly origin: Maybe<Scalars['String']['output']>;
  /** The link's path at the public listener, with the secret, which is not stored. */
  readonly path: Scalars['String']['output'];
};

/** An access token to sign. */
export type IssueTokenInput = {
  /** Its scopes: anime.read, search.read, webhooks.read, webhooks.write. */
  readonly scopes: ReadonlyArray<Scalars['String']['input']>;
  /** Its lifetime in seconds: 60 to 2592000 (30 days). */
  readonly ttlSeconds?: Scalars['Int']['input'];
  /** The token's sub. The user may have no account here; a disabled one is refused. */
  readonly user: Scalars['String']['input'];
};

/** The token that was signed. */
export type IssueTokenPayload = {
  readonly __typename?: 'IssueTokenPayload';
  /** When it expires. */
  readonly expiresAt: Scalars['DateTime']['output'];
  /** The access token, which is not stored. */
  readonly token: Scalars['String']['output'];
};

/** The dump of the day. */
export type MakeDumpPayload = {
  readonly __typename?: 'MakeDumpPayload';
  /** Made by this call, or before it. */
  readonly dump: Dump;
};

/** The title by which an anime is found. */
export type MatchedTitle = {
  readonly __typename?: 'MatchedTitle';
  /** BCP 47 language tag; null when unknown. */
  readonly language: Maybe<Scalars['String']['output']>;
  /** What of it matches the query, ascending and apart. */
  readonly ranges: ReadonlyArray<TextRange>;
  /** As the anime has it. */
  readonly title: Scalars['String']['output'];
};

/** Two anime to merge. */
export type MergeAnimeInput = {
  /** The anime that ends; its paths redirect to the survivor. */
  readonly anime: Scalars['UUID']['input'];
  /** Report the result and change nothing. */
  readonly dryRun?: Scalars['Boolean']['input'];
  /** The survivor. */
  readonly into: Scalars['UUID']['input'];
  /** The reason, for the record. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  /** The reviewer; X-Actor when absent. */
  readonly reviewer?: InputMaybe<Scalars['String']['input']>;
  /** MergeAnimePayload.seen of a dry run: merge with that result, or fail. */
  readonly seen?: InputMaybe<Scalars['String']['input']>;
};

/** The effects of a merge. */
export type MergeAnimePayload = {
  readonly __typename?: 'MergeAnimePayload';
  /** The survivor; unchanged after a dry run. */
  readonly anime: Anime;
  /** The changes of the survivor, field by field. */
  readonly difference: ReadonlyArray<FieldDifference>;
  /** The number of them that were joined with an episode of the survivor. */
  readonly episodesJoined: Scalars['Int']['output'];
  /** The number of moved episodes. */
  readonly episodesMoved: Scalars['Int']['output'];
  /** The number of events published. */
  readonly events: Scalars['Int']['output'];
  /** The token that tells mergeAnime that its reviewer has seen these effects. */
  readonly seen: Scalars['String']['output'];
};

/** Writes. Every mutation takes one input and returns a payload. */
export type Mutation = {
  readonly __typename?: 'Mutation';
  /** Makes the account that an invitation is for, once. The invitation alone authorises it. Conflict when the invitation was used, has ended, or somebody made the user since. */
  readonly acceptInvitation: UserPayload;
  /** Adds a title that no source states, such as a short form; for a title that a source states it decides the kind. */
  readonly addTitle: DecisionPayload;
  /** Publishes a pending record. Errors: conflict when it is already decided, when it would change nothing or leave shared ids behind, and when its effects are not those that this reviewer has seen: the message states the current ones. */
  readonly approveProposal: ProposalPayload;
  /** Approves a source, which then publishes without review; an unknown one is added at the end of the order. */
  readonly approveSource: SourcePayload;
  /** Sets a new password: tools anybody's, a person her own. Earlier sessions, grants, refresh and access tokens end, the latter within 5 seconds. */
  readonly changePassword: UserPayload;
  /** Creates an API key. An application has at most 100 active keys: conflict beyond that. */
  readonly createApiKey: CreateApiKeyPayload;
  /** Registers an application, for its owner or a tool. An owner has at most 20: conflict beyond that. */
  readonly createApplication: ApplicationPayload;
  /** Creates a user of the embedded issuer. */
  readonly createUser: UserPayload;
  /** Subscribes. It starts after the publication that is committed at that moment. An application has at most 10. */
  readonly createWebhook: WebhookSecretPayload;
  /** Deletes an application for good, with its keys and webhooks. For its owner, and tools. */
  readonly deleteApplication: DeleteApplicationPayload;
  /** Deletes a webhook; what waits is cancelled. */
  readonly deleteWebhook: DeleteWebhookPayload;
  /** Disables an application: its keys and the tokens of users who signed in through it are refused within 5 seconds, its webhooks receive nothing, and users cannot sign in through it. */
  readonly disableApplication: ApplicationPayload;
  /** Disables a user: sign-in is refused; sessions, grants, refresh and access tokens end for good, the latter within 5 seconds. The keys and webhooks of the user's applications are suspended. */
  readonly disableUser: UserPayload;
  /** Disables a webhook; what waits is cancelled. One that is disabled stays as it is. */
  readonly disableWebhook: WebhookPayload;
  /** Enables an application. Its webhooks skip the events published while it was disabled; those that were disabled one by one stay disabled. */
  readonly enableApplication: ApplicationPayload;
  /** Enables a user. Everything issued before stays invalid. Keys and webhooks work again, except those that were revoked or disabled one by one. */
  readonly enableUser: UserPayload;
  /** Enables a webhook from now on: nothing that was published or cancelled before is sent. One that is enabled stays as it is. */
  readonly enableWebhook: WebhookPayload;
  /** Ends a session of the person who asks. */
  readonly endAccountSession: EndAccountSessionPayload;
  /** Permits a user something. No application, key or token carries it. */
  readonly grantPermission: UserPayload;
  /** Validates, matches, merges and publishes a batch of records in one transaction. */
  readonly importCatalog: ImportCatalogPayload;
  /** Invites somebody to set the password of a new account. An earlier invitation of that name ends. Conflict when there is such a user, and where no page could take the invitation, with what to set. */
  readonly inviteUser: InviteUserPayload;
  /** Signs an access token for a script of a person. Only with the embedded issuer. */
  readonly issueToken: IssueTokenPayload;
  /** Makes the dump of the current UTC day, unless there is one. A conflict where another process is making it, or where the catalogue keeps changing. */
  readonly makeDump: MakeDumpPayload;
  /** Merges an anime into another. Errors: conflict when one was merged before, or when the effects are not those seen. */
  readonly mergeAnime: MergeAnimePayload;
  /** Lets a person into the desk of the internal listener, by a link that is used once. Errors: invalid_parameter without a name, conflict where no desk is served. */
  readonly openDesk: OpenDeskPayload;
  /** Sends a test message, once. Conflict when the webhook is disabled, or after 10 within a minute. */
  readonly pingWebhook: DeliveryPayload;
  /** Keeps what was imported from an address, so that the same file is not imported again. */
  readonly recordDownload: RecordDownloadPayload;
  /** Requests a rebuild of the search index beside the serving one. */
  readonly reindexSearch: ReindexSearchPayload;
  /** Rejects a pending record. Its new values stay out until its source states others. */
  readonly rejectProposal: ProposalPayload;
  /** Removes a schedule; what it imported stays. An import that runs goes on to its end. */
  readonly removeImportSchedule: ImportSchedulePayload;
  /** Removes a title that a reviewer added. */
  readonly removeTitle: DecisionPayload;
  /** Restores records of a dump, with their identifiers, revisions and times, in one publication. What the catalogue has otherwise is rejected, so that it is for an empty database. */
  readonly restoreDump: ImportCatalogPayload;
  /** Begins a failed delivery again, with 8 attempts; at most 3 times. Conflict when it has not failed. */
  readonly retryDelivery: DeliveryPayload;
  /** Begins every delivery of a webhook again that failed since an instant. */
  readonly retryFailedDeliveries: RetryFailedDeliveriesPayload;
  /** Revokes a key for good: at once in this process, within 5 seconds in all others. Revoking it again changes nothing. */
  readonly revokeApiKey: ApiKeyPayload;
  /** Takes a permission back; what it opened closes within 5 seconds. */
  readonly revokePermission: UserPayload;
  /** Revokes a source's approval: its new records need review; its published values stay. */
  readonly revokeSource: SourcePayload;
  /** Refuses one access token of the trusted issuer within 5 seconds, for good. */
  readonly revokeToken: RevokeTokenPayload;
  /** Refuses, within 5 seconds, every access token that the trusted issuer has issued to a user so far; at the embedded issuer sessions, grants and refresh tokens end too. */
  readonly revokeUserTokens: RevokeUserTokensPayload;
  /** Creates a new signing key for the embedded issuer; tokens of the previous one stay valid unless it is withdrawn. Conflict while tokens of an older one are valid. */
  readonly rotateSigningKey: RotateSigningKeyPayload;
  /** Makes a new secret, which signs every attempt from now on. */
  readonly rotateWebhookSecret: WebhookSecretPayload;
  /** Makes a schedule due at once. */
  readonly runImportSchedule: ImportSchedulePayload;
  /** Imports an address from now on, the first time within minutes. At most 50 schedules. */
  readonly scheduleImport: ImportSchedulePayload;
  /** Sends the newest event of a kind as a test, once; it counts as a ping. Conflict too when no event of the kind was published yet. */
  readonly testWebhook: DeliveryPayload;
  /** Transfers an application, with its keys and webhooks, to another user. Conflict when that user has 20 already. */
  readonly transferApplication: ApplicationPayload;
  /** Undoes a merge. Errors: conflict when either anime has changed since. */
  readonly unmergeAnime: UnmergeAnimePayload;
  /** Lifts pins: the sources' values apply again, at once. */
  readonly unpin: DecisionPayload;
  /** Renames an application, replaces its redirect URIs, or both. */
  readonly updateApplication: ApplicationPayload;
  /** Changes a webhook: conflict when it is at none of the revisions. */
  readonly updateWebhook: WebhookPayload;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationAcceptInvitationArgs = {
  input: AcceptInvitationInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationAddTitleArgs = {
  input: AddTitleInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationApproveProposalArgs = {
  input: ApproveProposalInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationApproveSourceArgs = {
  input: SourceInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationChangePasswordArgs = {
  input: ChangePasswordInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationCreateApiKeyArgs = {
  input: CreateApiKeyInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationCreateApplicationArgs = {
  input: CreateApplicationInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationCreateUserArgs = {
  input: CreateUserInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationCreateWebhookArgs = {
  input: CreateWebhookInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationDeleteApplicationArgs = {
  input: ApplicationInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationDeleteWebhookArgs = {
  input: DeleteWebhookInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationDisableApplicationArgs = {
  input: ApplicationInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationDisableUserArgs = {
  input: UserInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationDisableWebhookArgs = {
  input: WebhookInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationEnableApplicationArgs = {
  input: ApplicationInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationEnableUserArgs = {
  input: UserInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationEnableWebhookArgs = {
  input: WebhookInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationEndAccountSessionArgs = {
  input: EndAccountSessionInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationGrantPermissionArgs = {
  input: PermissionInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationImportCatalogArgs = {
  input: ImportCatalogInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationInviteUserArgs = {
  input: InviteUserInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationIssueTokenArgs = {
  input: IssueTokenInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationMergeAnimeArgs = {
  input: MergeAnimeInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationOpenDeskArgs = {
  input: OpenDeskInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationPingWebhookArgs = {
  input: WebhookInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationRecordDownloadArgs = {
  input: RecordDownloadInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationRejectProposalArgs = {
  input: RejectProposalInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationRemoveImportScheduleArgs = {
  input: ImportScheduleInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationRemoveTitleArgs = {
  input: RemoveTitleInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationRestoreDumpArgs = {
  input: RestoreDumpInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationRetryDeliveryArgs = {
  input: RetryDeliveryInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationRetryFailedDeliveriesArgs = {
  input: RetryFailedDeliveriesInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationRevokeApiKeyArgs = {
  input: RevokeApiKeyInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationRevokePermissionArgs = {
  input: PermissionInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationRevokeSourceArgs = {
  input: SourceInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationRevokeTokenArgs = {
  input: RevokeTokenInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationRevokeUserTokensArgs = {
  input: RevokeUserTokensInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationRotateSigningKeyArgs = {
  input?: InputMaybe<RotateSigningKeyInput>;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationRotateWebhookSecretArgs = {
  input: WebhookInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationRunImportScheduleArgs = {
  input: ImportScheduleInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationScheduleImportArgs = {
  input: ScheduleImportInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationTestWebhookArgs = {
  input: TestWebhookInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationTransferApplicationArgs = {
  input: TransferApplicationInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationUnmergeAnimeArgs = {
  input: UnmergeAnimeInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationUnpinArgs = {
  input: UnpinInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationUpdateApplicationArgs = {
  input: UpdateApplicationInput;
};


/** Writes. Every mutation takes one input and returns a payload. */
export type MutationUpdateWebhookArgs = {
  input: UpdateWebhookInput;
};

/** A person who wants to review. */
export type OpenDeskInput = {
  /** The reviewer, whom decisions at the desk record; X-Actor when absent. */
  readonly reviewer?: InputMaybe<Scalars['String']['input']>;
};

/** The way into the desk. */
export type OpenDeskPayload = {
  readonly __typename?: 'OpenDeskPayload';
  /** When the path ends, used or not. */
  readonly expiresAt: Scalars['DateTime']['output'];
  /** The path at the internal listener, with a secret: it begins one session, once. */
  readonly path: Scalars['String']['output'];
  /** The reviewer. */
  readonly reviewer: Scalars['String']['output'];
};

/** The position of a page in its connection (Relay cursor connections). */
export type PageInfo = {
  readonly __typename?: 'PageInfo';
  /** Opaque cursor of the last node on this page; null on an empty page. */
  readonly endCursor: Maybe<Scalars['String']['output']>;
  /** Whether there is a further page. */
  readonly hasNextPage: Scalars['Boolean']['output'];
};

/** Pending proposals of one source for one reason. */
export type PendingCount = {
  readonly __typename?: 'PendingCount';
  /** Their number; positive. */
  readonly count: Scalars['Int']['output'];
  /** Why they are pending. */
  readonly reason: ProposalReason;
  /** The source of the records. */
  readonly source: Scalars['String']['output'];
};

/** A permission of a user. */
export type PermissionInput = {
  /** The user. */
  readonly name: Scalars['String']['input'];
  /** The permission: catalog.review. */
  readonly permission: Scalars['String']['input'];
};

/** A field that a reviewer decided: no source changes it until the pin is lifted. */
export type Pin = {
  readonly __typename?: 'Pin';
  /** The anime, or the episode's. */
  readonly animeId: Scalars['UUID']['output'];
  /** When it was last decided. */
  readonly decidedAt: Scalars['DateTime']['output'];
  /** Null for a pin of the anime itself. */
  readonly episodeId: Maybe<Scalars['UUID']['output']>;
  /** As records and answers name it, e.g. year. */
  readonly field: Scalars['String']['output'];
  /** The value as JSON text. */
  readonly value: Scalars['String']['output'];
};

/** The principal titles of an anime, by the languages and kinds that its sources state; null where none states one. Official titles come before those of no stated kind; synonyms and short forms are left out. */
export type PrincipalTitles = {
  readonly __typename?: 'PrincipalTitles';
  /** In Chinese, in simplified characters where there is such a title. */
  readonly chinese: Maybe<Scalars['String']['output']>;
  /** In English. */
  readonly english: Maybe<Scalars['String']['output']>;
  /** In the original language, as it is written there. */
  readonly native: Maybe<Scalars['String']['output']>;
  /** In the original language, in Latin letters: a title whose language tag says Latn. */
  readonly romaji: Maybe<Scalars['String']['output']>;
};

/** A record that is or was pending review. */
export type Proposal = {
  readonly __typename?: 'Proposal';
  /** The anime that the record belongs to now; for an episode, the anime of the episode. Null while no record of its key is published, as before a first approval. */
  readonly anime: Maybe<Anime>;
  /** The effects of approving it now: without arguments as an unambiguous match. */
  readonly approval: ProposalApproval;
  /** The anime that the record may belong to; none when it would be new. */
  readonly candidates: ReadonlyArray<Anime>;
  /** When the record was received. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Null while it is pending. */
  readonly decidedAt: Maybe<Scalars['DateTime']['output']>;
  /** The reviewer's reason. */
  readonly decision: Maybe<Scalars['String']['output']>;
  /** What approving would change now, field by field; for a decided proposal, what the decision changed, or would have changed at that time. For an ambiguous record: into the first candidate. Empty for a superseded one, and where it cannot currently be approved. */
  readonly difference: ReadonlyArray<FieldDifference>;
  /** Of a rejected proposal: the members whose values stay out until the source states others. */
  readonly holds: ReadonlyArray<Scalars['String']['output']>;
  /** Its identifier. */
  readonly id: Scalars['UUID']['output'];
  /** Why it is or was pending. */
  readonly reason: ProposalReason;
  /** The record as received, in the catalog format. */
  readonly record: Scalars['CatalogRecord']['output'];
  /** The reviewer. */
  readonly reviewer: Maybe<Scalars['String']['output']>;
  /** The source of the record. */
  readonly source: Scalars['String']['output'];
  /** The record's key at that source. */
  readonly sourceId: Scalars['String']['output'];
  /** Its state. */
  readonly status: ProposalStatus;
  /** The type of the record. */
  readonly type: RecordType;
};


/** A record that is or was pending review. */
export type ProposalApprovalArgs = {
  into?: InputMaybe<Scalars['UUID']['input']>;
  new?: InputMaybe<Scalars['Boolean']['input']>;
  withoutSharedIds?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The current effects of one way to approve a proposal. */
export type ProposalApproval = {
  readonly __typename?: 'ProposalApproval';
  /** The changes, field by field; empty where it would be refused. For a decided proposal, those of the decision, or of the rejected approval. */
  readonly difference: ReadonlyArray<FieldDifference>;
  /** Ids of the record that would stay with other anime. */
  readonly idsElsewhere: ReadonlyArray<IdElsewhere>;
  /** Why it would be refused, and the remedy; null when it would not. */
  readonly refusal: Maybe<Scalars['String']['output']>;
  /** The token that tells approveProposal that its reviewer has seen these effects. It changes with any of them. Null where it would be refused. */
  readonly seen: Maybe<Scalars['String']['output']>;
};

/** A page of proposals. */
export type ProposalConnection = {
  readonly __typename?: 'ProposalConnection';
  /** The proposals of this page, in the order of the list. */
  readonly nodes: ReadonlyArray<Proposal>;
  /** The position of this page. */
  readonly pageInfo: PageInfo;
};

/** The effects of a decision. */
export type ProposalPayload = {
  readonly __typename?: 'ProposalPayload';
  /** The published anime; null after a rejection. */
  readonly anime: Maybe<Anime>;
  /** The number of events published. */
  readonly events: Scalars['Int']['output'];
  /** Ids of an approved record that stay with other anime. */
  readonly idsElsewhere: ReadonlyArray<IdElsewhere>;
  /** The proposal after the decision. */
  readonly proposal: Proposal;
};

export type { ProposalReason };

export type { ProposalStatus };

/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type Query = {
  readonly __typename?: 'Query';
  /** The person who asks. For people alone. */
  readonly account: Account;
  /** One anime. A merged one is returned too: its mergedInto names the survivor. */
  readonly anime: Maybe<Anime>;
  /** Anime that ids at other sites lead to, at most 100. Some sites have one id for several anime: all are answered, by ascending id. An unknown site is an error. */
  readonly animeByExternalIds: AnimeLookup;
  /** Anime by ids, in the order requested, null for unknown ones; at most 100. */
  readonly animeByIds: ReadonlyArray<Maybe<Anime>>;
  /** Anime that changed in any way at or after an instant, in the order of their changes; all anime without one. Merged anime are left out: their survivors changed. Changes of transactions that are still open follow when these end. */
  readonly animeChanges: AnimeChangeConnection;
  /** Imported episodes of one anime by ascending number; null for an unknown anime. */
  readonly animeEpisodes: Maybe<AnimeEpisodeConnection>;
  /** The catalogue, page by page. Merged anime are left out. */
  readonly animeList: AnimeConnection;
  /** Anime that canonical ids lead to, at most 100: a merged anime's id leads to the survivor. */
  readonly animeLookup: AnimeLookup;
  /** The anime of each of these episodes, in the order of their ids, null for unknown ones; at most 100. */
  readonly animeOfEpisodes: ReadonlyArray<Maybe<Anime>>;
  /** Anime records of a source whose sourceId is after one, by sourceId: 100, fewer at the end. */
  readonly animeRecords: ReadonlyArray<SourceRecord>;
  /** The change version of one anime, read alone; null for an unknown anime. */
  readonly animeVersion: Maybe<Scalars['String']['output']>;
  /** One application. */
  readonly application: Maybe<Application>;
  /** Applications, oldest first: a person's own; for tools those of every owner by default. */
  readonly applications: ApplicationConnection;
  /** Audit events, newest first. For tools alone. */
  readonly auditEvents: AuditEventConnection;
  /** Proposals that a reviewer decided, the latest decision first. */
  readonly decisions: ProposalConnection;
  /** Deliveries, newest first: of one webhook or of all; null when there is no such webhook. */
  readonly deliveries: Maybe<DeliveryConnection>;
  /** One delivery; null when there is none. */
  readonly delivery: Maybe<Delivery>;
  /** Examines the process that answers and its dependencies; for operators. */
  readonly diagnostics: ReadonlyArray<DiagnosticCheck>;
  /** What was last imported from an address in a format; null before the first time. */
  readonly download: Maybe<Download>;
  /** The dump of a day, by default the newest; null where there is none. */
  readonly dump: Maybe<Dump>;
  /** A chunk of a dump, from 0; all but the last have 262144 bytes. Null where there is none. */
  readonly dumpChunk: Maybe<Scalars['Bytes']['output']>;
  /** One episode. An id that ended in a merge finds the episode that it became. */
  readonly episode: Maybe<Episode>;
  /** Episodes that changed in any way at or after an instant, in the order of their changes; all episodes without one. Changes of transactions that are still open follow when these end. */
  readonly episodeChanges: EpisodeChangeConnection;
  /** Episodes that ids lead to, at most 100: one that ended in a merge leads to the episode that it became. */
  readonly episodeLookup: EpisodeLookup;
  /** Every source's records of the episodes of up to 100 anime, in no order. Those of reviewers are left out, and those whose source gave their number to another one since. */
  readonly episodeRecords: ReadonlyArray<SourceRecord>;
  /** The change version of one episode, read alone; null for an unknown episode. */
  readonly episodeVersion: Maybe<Scalars['String']['output']>;
  /** Episodes by ids, in the order requested, null for unknown ones; at most 100. */
  readonly episodesByIds: ReadonlyArray<Maybe<Episode>>;
  /** The events that follow a position, oldest first, for mirrors. Beyond the newest event it is a conflict; where old events that follow were removed it is `position_gone`. */
  readonly events: EventConnection;
  /** One canonical genre; null for an unknown one. */
  readonly genre: Maybe<Genre>;
  /** Canonical genres by ascending slug in byte order. */
  readonly genres: GenreConnection;
  /** The ids of such objects that end with these digits, at most 5: more than one, and the digits name none. For tools; each call reads all ids of the kinds. */
  readonly idsEndingWith: ReadonlyArray<Scalars['UUID']['output']>;
  /** Every schedule, by name. */
  readonly importSchedules: ReadonlyArray<ImportSchedule>;
  /** Whom an invitation is for. Conflict, with the reason, when it lets nobody in. */
  readonly invitedName: Scalars['String']['output'];
  /** The last released episode of each of these anime, in the order of their ids: see Anime.lastReleased; at most 100. */
  readonly lastReleasedEpisodes: ReadonlyArray<Maybe<Episode>>;
  /** The next episode of each of these anime, in the order of their ids: see Anime.nextEpisode; at most 100. */
  readonly nextEpisodes: ReadonlyArray<Maybe<Episode>>;
  /** The number of pending proposals by source and reason, the most frequent first. */
  readonly pendingProposals: ReadonlyArray<PendingCount>;
  /** The pins of an anime and its episodes, or of one episode. */
  readonly pins: ReadonlyArray<Pin>;
  /** Anime whose known start date lies in [from, to), newest first, ties by ascending id. It confirms no broadcast. */
  readonly premieres: AnimeConnection;
  /** One proposal. */
  readonly proposal: Maybe<Proposal>;
  /** Proposals, oldest first; of every status, reason and source by default. */
  readonly proposals: ProposalConnection;
  /** Another text after every import and review: reads between two equal ones saw one state. */
  readonly recordsState: Scalars['String']['output'];
  /** Source-confirmed releases in [from, to), newest first, ties by ascending id. */
  readonly releases: EpisodeConnection;
  /** Scheduled and delayed episodes planned for [from, to), earliest first, ties by ascending id. A plan confirms nothing. */
  readonly schedules: EpisodeConnection;
  /** Anime by title: full text, prefix and typo-tolerant. */
  readonly search: SearchConnection;
  /** The state of the search index. */
  readonly searchStatus: SearchStatus;
  /** Anime whose titles best complete the query, best first, 10 at most. */
  readonly searchSuggestions: ReadonlyArray<SearchSuggestion>;
  /** Every source, by descending priority. */
  readonly sources: ReadonlyArray<Source>;
  /** One canonical studio; null for an unknown one. */
  readonly studio: Maybe<Studio>;
  /** Canonical studios by ascending slug in byte order. */
  readonly studios: StudioConnection;
  /** One user of the embedded issuer; null where there is none of that name. */
  readonly user: Maybe<User>;
  /** Users of the embedded issuer, by name. */
  readonly users: UserConnection;
  /** One webhook of an application; null when there is none. */
  readonly webhook: Maybe<Webhook>;
  /** How webhooks are doing, all together; for tools. */
  readonly webhookQueue: WebhookQueue;
  /** The webhooks of an application, newest first; null when there is no such application. */
  readonly webhooks: Maybe<WebhookConnection>;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryAnimeArgs = {
  id: Scalars['UUID']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryAnimeByExternalIdsArgs = {
  ids: ReadonlyArray<ExternalIdInput>;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryAnimeByIdsArgs = {
  ids: ReadonlyArray<Scalars['UUID']['input']>;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryAnimeChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<AnimeFilter>;
  first?: Scalars['Int']['input'];
  since?: InputMaybe<Scalars['DateTime']['input']>;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryAnimeEpisodesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  animeId: Scalars['UUID']['input'];
  first?: Scalars['Int']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryAnimeListArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<AnimeFilter>;
  first?: Scalars['Int']['input'];
  sort?: AnimeSort;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryAnimeLookupArgs = {
  ids: ReadonlyArray<Scalars['UUID']['input']>;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryAnimeOfEpisodesArgs = {
  ids: ReadonlyArray<Scalars['UUID']['input']>;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryAnimeRecordsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  source: Scalars['String']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryAnimeVersionArgs = {
  id: Scalars['UUID']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryApplicationArgs = {
  id: Scalars['UUID']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryApplicationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
  owner?: InputMaybe<Scalars['String']['input']>;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryAuditEventsArgs = {
  actor?: InputMaybe<Scalars['String']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
  object?: InputMaybe<Scalars['String']['input']>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryDecisionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryDeliveriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  event?: InputMaybe<Scalars['UUID']['input']>;
  first?: Scalars['Int']['input'];
  kind?: InputMaybe<DeliveryKind>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
  status?: InputMaybe<DeliveryStatus>;
  webhookId?: InputMaybe<Scalars['UUID']['input']>;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryDeliveryArgs = {
  id: Scalars['UUID']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryDownloadArgs = {
  format: Scalars['String']['input'];
  url: Scalars['String']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryDumpArgs = {
  date?: InputMaybe<Scalars['Date']['input']>;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryDumpChunkArgs = {
  date: Scalars['Date']['input'];
  number: Scalars['Int']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryEpisodeArgs = {
  id: Scalars['UUID']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryEpisodeChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
  since?: InputMaybe<Scalars['DateTime']['input']>;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryEpisodeLookupArgs = {
  ids: ReadonlyArray<Scalars['UUID']['input']>;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryEpisodeRecordsArgs = {
  animeIds: ReadonlyArray<Scalars['UUID']['input']>;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryEpisodeVersionArgs = {
  id: Scalars['UUID']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryEpisodesByIdsArgs = {
  ids: ReadonlyArray<Scalars['UUID']['input']>;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryEventsArgs = {
  after?: Scalars['String']['input'];
  first?: Scalars['Int']['input'];
  kinds?: InputMaybe<ReadonlyArray<EventKind>>;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryGenreArgs = {
  slug: Scalars['String']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryGenresArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryIdsEndingWithArgs = {
  digits: Scalars['String']['input'];
  kinds: ReadonlyArray<IdKind>;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryInvitedNameArgs = {
  invitation: Scalars['String']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryLastReleasedEpisodesArgs = {
  ids: ReadonlyArray<Scalars['UUID']['input']>;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryNextEpisodesArgs = {
  ids: ReadonlyArray<Scalars['UUID']['input']>;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryPinsArgs = {
  id: Scalars['UUID']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryPremieresArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  animeId?: InputMaybe<Scalars['UUID']['input']>;
  first?: Scalars['Int']['input'];
  format?: InputMaybe<ReadonlyArray<AnimeFormat>>;
  from: Scalars['Date']['input'];
  status?: InputMaybe<ReadonlyArray<AnimeStatus>>;
  to: Scalars['Date']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryProposalArgs = {
  id: Scalars['UUID']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryProposalsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
  reason?: InputMaybe<ProposalReason>;
  source?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<ProposalStatus>;
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryReleasesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  animeId?: InputMaybe<Scalars['UUID']['input']>;
  asOf: Scalars['DateTime']['input'];
  first?: Scalars['Int']['input'];
  format?: InputMaybe<ReadonlyArray<AnimeFormat>>;
  from: Scalars['DateTime']['input'];
  to: Scalars['DateTime']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QuerySchedulesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  animeId?: InputMaybe<Scalars['UUID']['input']>;
  first?: Scalars['Int']['input'];
  format?: InputMaybe<ReadonlyArray<AnimeFormat>>;
  from: Scalars['DateTime']['input'];
  status?: InputMaybe<ScheduleStatus>;
  to: Scalars['DateTime']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QuerySearchArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  facets?: InputMaybe<ReadonlyArray<FurtherFacet>>;
  filter?: InputMaybe<AnimeFilter>;
  first?: Scalars['Int']['input'];
  q: Scalars['String']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QuerySearchSuggestionsArgs = {
  q: Scalars['String']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryStudioArgs = {
  slug: Scalars['String']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryStudiosArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryUserArgs = {
  name: Scalars['String']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryUsersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryWebhookArgs = {
  applicationId: Scalars['UUID']['input'];
  id: Scalars['UUID']['input'];
};


/** Reads. Errors carry extensions.code, the problem codes of the REST interface. */
export type QueryWebhooksArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  applicationId: Scalars['UUID']['input'];
  first?: Scalars['Int']['input'];
};

/** A quota in its current window. */
export type QuotaState = {
  readonly __typename?: 'QuotaState';
  /** Calls in a window. */
  readonly limit: Scalars['Int']['output'];
  /** Calls left. */
  readonly remaining: Scalars['Int']['output'];
  /** When the window ends and all calls are left again; without a call in it, a whole window ahead. */
  readonly resetsAt: Scalars['DateTime']['output'];
  /** The length of a window in seconds. It begins with the first call. */
  readonly windowSeconds: Scalars['Int']['output'];
};

/** A file that was imported to its end. */
export type RecordDownloadInput = {
  /** The entity tag that the server gave, at most 1,024 characters. */
  readonly etag?: InputMaybe<Scalars['String']['input']>;
  /** How it was read: catalog, anime-offline-database, bangumi-data or dump. */
  readonly format: Scalars['String']['input'];
  /** Last-Modified, as the server wrote it, at most 1,024 characters. */
  readonly lastModified?: InputMaybe<Scalars['String']['input']>;
  /** SHA-256 of the file, 64 hexadecimal digits. */
  readonly sha256: Scalars['String']['input'];
  /** Where it came from: https, at most 2,048 characters. */
  readonly url: Scalars['String']['input'];
};

/** The download that was recorded. */
export type RecordDownloadPayload = {
  readonly __typename?: 'RecordDownloadPayload';
  /** As it is known from now on. */
  readonly download: Download;
};

export type { RecordType };

/** A requested rebuild. */
export type ReindexSearchPayload = {
  readonly __typename?: 'ReindexSearchPayload';
  /** Done when searchStatus.rebuildDone reaches it. */
  readonly number: Scalars['Int']['output'];
};

/** A pending record to reject. */
export type RejectProposalInput = {
  /** The proposal. */
  readonly id: Scalars['UUID']['input'];
  /** The reason, for the record. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  /** The reviewer; X-Actor when absent. */
  readonly reviewer?: InputMaybe<Scalars['String']['input']>;
};

export type { RelationType };

/** A title to remove. */
export type RemoveTitleInput = {
  /** The anime. */
  readonly anime: Scalars['UUID']['input'];
  /** As it was added; in any language when absent. */
  readonly language?: InputMaybe<Scalars['String']['input']>;
  /** The reason, for the record. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  /** The reviewer; X-Actor when absent. */
  readonly reviewer?: InputMaybe<Scalars['String']['input']>;
  /** As it was added. */
  readonly title: Scalars['String']['input'];
};

/** Records of a dump. */
export type RestoreDumpInput = {
  /** Lines of a dump after its first, in their order: at most 1,000 and 8 MB. */
  readonly records: ReadonlyArray<Scalars['CatalogRecord']['input']>;
};

/** A delivery. */
export type RetryDeliveryInput = {
  /** The delivery. */
  readonly id: Scalars['UUID']['input'];
};

/** Which failed deliveries to retry. */
export type RetryFailedDeliveriesInput = {
  /** Those that failed at this instant or later. */
  readonly since: Scalars['DateTime']['input'];
  /** The webhook. */
  readonly webhookId: Scalars['UUID']['input'];
};

/** What is retried. */
export type RetryFailedDeliveriesPayload = {
  readonly __typename?: 'RetryFailedDeliveriesPayload';
  /** How many stay failed because they have been retried 3 times. */
  readonly exhausted: Scalars['Int']['output'];
  /** How many deliveries wait for their attempt now. */
  readonly retried: Scalars['Int']['output'];
};

/** The key to revoke. */
export type RevokeApiKeyInput = {
  /** The public part of the key. */
  readonly id: Scalars['String']['input'];
};

/** The token to revoke. */
export type RevokeTokenInput = {
  /** The token's jti. */
  readonly jti: Scalars['String']['input'];
};

/** The effect of a revocation. */
export type RevokeTokenPayload = {
  readonly __typename?: 'RevokeTokenPayload';
  /** When the token was revoked. */
  readonly revokedAt: Scalars['DateTime']['output'];
};

/** The user whose tokens to revoke. */
export type RevokeUserTokensInput = {
  /** The sub of the tokens. An account of that name need not exist. */
  readonly user: Scalars['String']['input'];
};

/** The effect of a revocation. */
export type RevokeUserTokensPayload = {
  readonly __typename?: 'RevokeUserTokensPayload';
  /** Tokens issued up to and including this second are refused; of OAUTH_ISSUER, whose clock may be ahead, a minute after the revocation. */
  readonly notBefore: Scalars['DateTime']['output'];
};

/** A rotation of the signing key. */
export type RotateSigningKeyInput = {
  /** Whether to withdraw the earlier keys: every token that they signed is refused within 5 seconds. */
  readonly now?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The effect of a rotation. */
export type RotateSigningKeyPayload = {
  readonly __typename?: 'RotateSigningKeyPayload';
  /** The kid of the new signing key. */
  readonly keyId: Scalars['String']['output'];
};

/** An address to import again and again, in place of what has the name. */
export type ScheduleImportInput = {
  /** From 600 (ten minutes) to 2,592,000 (30 days). */
  readonly everySeconds: Scalars['Int']['input'];
  /** catalog, anime-offline-database or bangumi-data. */
  readonly format: Scalars['String']['input'];
  /** Lower-case letters, digits, dots, hyphens and underscores. */
  readonly name: Scalars['String']['input'];
  /** An https URL of a public host, at most 2,048 characters. */
  readonly url: Scalars['String']['input'];
};

export type { ScheduleStatus };

/** A page of search hits, best first. */
export type SearchConnection = {
  readonly __typename?: 'SearchConnection';
  /** Format, status and year, then those requested. */
  readonly facets: ReadonlyArray<SearchFacet>;
  /** Exact number of hits. */
  readonly found: Scalars['Int']['output'];
  /** How the query was understood. */
  readonly interpretation: SearchInterpretation;
  /** By which title each of the nodes is found; its preferred one, without ranges, when only its series has the name. */
  readonly matchedTitles: ReadonlyArray<MatchedTitle>;
  /** The anime of this page, best first. */
  readonly nodes: ReadonlyArray<Anime>;
  /** The position of this page. */
  readonly pageInfo: PageInfo;
  /** Whether there are more hits than the 1,000 reachable ones. */
  readonly truncated: Scalars['Boolean']['output'];
};

/** A word of the query that was taken for another. */
export type SearchCorrection = {
  readonly __typename?: 'SearchCorrection';
  /** As the title has it. */
  readonly meant: Scalars['String']['output'];
  /** As sent. */
  readonly typed: Scalars['String']['output'];
};

export type { SearchEngineKind };

/** A field that narrows the hits. It ignores its own filter, that of genres aside, and obeys the others. */
export type SearchFacet = {
  readonly __typename?: 'SearchFacet';
  /** format, status, year, season, genre or studio. */
  readonly field: Scalars['String']['output'];
  /** At most 20, most frequent first, ties by value. */
  readonly values: ReadonlyArray<SearchFacetValue>;
};

/** One value of a facet, with the number of hits if it were selected. */
export type SearchFacetValue = {
  readonly __typename?: 'SearchFacetValue';
  /** The number of hits with it. */
  readonly count: Scalars['Int']['output'];
  /** As the filter in REST spells it. */
  readonly value: Scalars['String']['output'];
};

export type { SearchIndexState };

/** How a query was understood. */
export type SearchInterpretation = {
  readonly __typename?: 'SearchInterpretation';
  /** What the first anime of the page has with other letters. */
  readonly corrected: ReadonlyArray<SearchCorrection>;
  /** A format. */
  readonly format: Maybe<AnimeFormat>;
  /** Whether the final season is asked for. */
  readonly isFinal: Scalars['Boolean']['output'];
  /** Words that no title of the first anime of the page has; years, seasons, parts and formats aside. */
  readonly leftOut: ReadonlyArray<Scalars['String']['output']>;
  /** A number at the end that may be a season or belong to the name. */
  readonly number: Maybe<Scalars['Int']['output']>;
  /** The number of a part or cour. */
  readonly part: Maybe<Scalars['Int']['output']>;
  /** A number spelled as a season. */
  readonly season: Maybe<Scalars['Int']['output']>;
  /** A year that may be that of the work. */
  readonly year: Maybe<Scalars['Int']['output']>;
};

/** The progress of a running rebuild, in anime. */
export type SearchRebuild = {
  readonly __typename?: 'SearchRebuild';
  /** Anime in the new index so far. */
  readonly done: Scalars['Int']['output'];
  /** The total number of anime. */
  readonly total: Scalars['Int']['output'];
};

/** The state of the search index for an operator. */
export type SearchStatus = {
  readonly __typename?: 'SearchStatus';
  /** When it was built; null when it is missing. */
  readonly builtAt: Maybe<Scalars['DateTime']['output']>;
  /** The number of anime in it. */
  readonly documents: Scalars['Int']['output'];
  /** Null when search is off. */
  readonly engine: Maybe<SearchEngineKind>;
  /** Name of the serving index. */
  readonly index: Maybe<Scalars['String']['output']>;
  /** Seconds since the index last held every commit; null where another process maintains it. */
  readonly lagSeconds: Maybe<Scalars['Float']['output']>;
  /** Why the indexer is delayed; null when nothing is wrong. */
  readonly lastError: Maybe<Scalars['String']['output']>;
  /** The rebuild running in this process. */
  readonly rebuild: Maybe<SearchRebuild>;
  /** Number of the last finished rebuild. */
  readonly rebuildDone: Scalars['Int']['output'];
  /** Number of the last requested rebuild. */
  readonly rebuildWanted: Scalars['Int']['output'];
  /** The state of the index. */
  readonly state: SearchIndexState;
};

/** An anime for a box that completes what is typed. */
export type SearchSuggestion = {
  readonly __typename?: 'SearchSuggestion';
  /** Its identifier. */
  readonly id: Scalars['UUID']['output'];
  /** Its BCP 47 language tag; null when unknown. */
  readonly language: Maybe<Scalars['String']['output']>;
  /** The title by which it is found. */
  readonly title: Scalars['String']['output'];
};

export type { Season };

/** A source of records. */
export type Source = {
  readonly __typename?: 'Source';
  /** Whether its records are published without review. */
  readonly approved: Scalars['Boolean']['output'];
  /** When it was added. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Its name in records. */
  readonly name: Scalars['String']['output'];
  /** The number of its records. */
  readonly recordCount: Scalars['Int']['output'];
};

/** A source to change. */
export type SourceInput = {
  /** Its name in records. */
  readonly name: Scalars['String']['input'];
};

/** A source after its change. */
export type SourcePayload = {
  readonly __typename?: 'SourcePayload';
  /** The source. */
  readonly source: Source;
};

/** A source's last record of an anime or episode, as it was published. */
export type SourceRecord = {
  readonly __typename?: 'SourceRecord';
  /** The anime that it belongs to. */
  readonly animeId: Scalars['UUID']['output'];
  /** All that the source has stated, as a line of the catalog format. */
  readonly record: Scalars['CatalogRecord']['output'];
};

/** A canonical studio. */
export type Studio = {
  readonly __typename?: 'Studio';
  /** The number of anime with it, without merged ones. */
  readonly animeCount: Scalars['Int']['output'];
  /** As the first source spelt it. */
  readonly name: Scalars['String']['output'];
  /** Lower-case name with hyphens; it never changes. */
  readonly slug: Scalars['String']['output'];
};

/** A page of studios. */
export type StudioConnection = {
  readonly __typename?: 'StudioConnection';
  /** The studios of this page. */
  readonly nodes: ReadonlyArray<Studio>;
  /** The position of this page. */
  readonly pageInfo: PageInfo;
};

/** Which event to send as a test. */
export type TestWebhookInput = {
  /** The webhook. */
  readonly id: Scalars['UUID']['input'];
  /** The kind of event, of which the newest is sent. */
  readonly kind: EventKind;
};

/** Characters of a text, in code points. */
export type TextRange = {
  readonly __typename?: 'TextRange';
  /** Behind the last. */
  readonly end: Scalars['Int']['output'];
  /** The first, counted from 0. */
  readonly start: Scalars['Int']['output'];
};

/** A title other than the preferred one. */
export type Title = {
  readonly __typename?: 'Title';
  /** Null when unknown. */
  readonly kind: Maybe<TitleKind>;
  /** BCP 47 language tag, e.g. ja-Latn; null when unknown. */
  readonly language: Maybe<Scalars['String']['output']>;
  /** The title itself. */
  readonly title: Scalars['String']['output'];
};

export type { TitleKind };

/** A new owner for an application. */
export type TransferApplicationInput = {
  /** The application. */
  readonly id: Scalars['UUID']['input'];
  /** The new owner: the sub of that user's access tokens at the accepted issuer. */
  readonly owner: Scalars['String']['input'];
  /** Whether to refuse an owner without an account at the embedded issuer. */
  readonly requireAccount?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A merge to undo. */
export type UnmergeAnimeInput = {
  /** The anime that ended. */
  readonly anime: Scalars['UUID']['input'];
  /** The reason, for the record. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  /** The reviewer; X-Actor when absent. */
  readonly reviewer?: InputMaybe<Scalars['String']['input']>;
};

/** The effects of undoing a merge. */
export type UnmergeAnimePayload = {
  readonly __typename?: 'UnmergeAnimePayload';
  /** The anime that is restored. */
  readonly anime: Anime;
  /** The number of episodes restored to it. */
  readonly episodesReturned: Scalars['Int']['output'];
  /** The number of events published. */
  readonly events: Scalars['Int']['output'];
  /** The anime that it was merged into. */
  readonly survivor: Anime;
};

/** Pins to lift. */
export type UnpinInput = {
  /** As records name them, e.g. year; every pin when absent. */
  readonly fields?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The anime or the episode. */
  readonly id: Scalars['UUID']['input'];
  /** The reason, for the record. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  /** The reviewer; X-Actor when absent. */
  readonly reviewer?: InputMaybe<Scalars['String']['input']>;
};

/** A change of an application; what is absent or null stays. */
export type UpdateApplicationInput = {
  /** The application. */
  readonly id: Scalars['UUID']['input'];
  /** Its display name, 1–100 characters. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** All of its redirect URIs, at most 10; with none, users cannot sign in through it. */
  readonly redirectUris?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** A change of a webhook; what is absent or null stays. */
export type UpdateWebhookInput = {
  /** The anime of which, and of whose episodes, to send events, 1–100. Unlike the others, null is a value: all. */
  readonly animeIds?: InputMaybe<ReadonlyArray<Scalars['UUID']['input']>>;
  /** The kinds of events to send. */
  readonly events?: InputMaybe<ReadonlyArray<EventKind>>;
  /** The webhook. */
  readonly id: Scalars['UUID']['input'];
  /** What its owner calls it. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** The revisions that may be changed; null where any may. */
  readonly revisions?: InputMaybe<ReadonlyArray<Scalars['Int']['input']>>;
  /** The receiver; deliveries go there from their next attempt on. */
  readonly url?: InputMaybe<Scalars['String']['input']>;
};

/** A person who signs in at the embedded issuer. */
export type User = {
  readonly __typename?: 'User';
  /** When the user was created. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** When the user was disabled; null when enabled. */
  readonly disabledAt: Maybe<Scalars['DateTime']['output']>;
  /** The user's name for signing in; also the sub of the user's access tokens, and so the owner of applications. */
  readonly name: Scalars['String']['output'];
  /** What the user may do beyond managing what is theirs: catalog.review, which opens the desk. */
  readonly permissions: ReadonlyArray<Scalars['String']['output']>;
};

/** A page of users. */
export type UserConnection = {
  readonly __typename?: 'UserConnection';
  /** The users of this page, by name. */
  readonly nodes: ReadonlyArray<User>;
  /** The position of this page. */
  readonly pageInfo: PageInfo;
};

/** A user to change. */
export type UserInput = {
  /** The user. */
  readonly name: Scalars['String']['input'];
};

/** The user after a change. */
export type UserPayload = {
  readonly __typename?: 'UserPayload';
  /** The user. */
  readonly user: User;
};

/** Where an application wants events to be sent. */
export type Webhook = {
  readonly __typename?: 'Webhook';
  /** The anime of which, and of whose episodes, it is sent events; null: all. One that was merged stands for its survivor. */
  readonly animeIds: Maybe<ReadonlyArray<Scalars['UUID']['output']>>;
  /** How long its receiver took to answer first attempts in these hours, tests aside; null where it answered none. */
  readonly answerTimes: Maybe<AnswerTimes>;
  /** The application it belongs to. */
  readonly applicationId: Scalars['UUID']['output'];
  /** When it was created. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Its deliveries, newest first. */
  readonly deliveries: Maybe<DeliveryConnection>;
  /** One of its deliveries; null when there is none. */
  readonly delivery: Maybe<Delivery>;
  /** Why the service disabled it, or that it rests with its application or owner and comes back with them; null when its owner did, or while it is enabled. */
  readonly disabledReason: Maybe<Scalars['String']['output']>;
  /** When the service disables it unless a delivery succeeds before: 120 hours after failingSince, or at the failure that is number 10, whichever is later. Null until it has failed for 24 hours, and while it is disabled. */
  readonly disablesAt: Maybe<Scalars['DateTime']['output']>;
  /** The kinds of events that it is sent. */
  readonly events: ReadonlyArray<EventKind>;
  /** Since when every delivery that ended has failed, tests aside; null after a success. */
  readonly failingSince: Maybe<Scalars['DateTime']['output']>;
  /** What became of its attempts by hour, oldest first: the last 7 days, tests aside, hours without any left out. */
  readonly hours: ReadonlyArray<WebhookHour>;
  /** Its identifier. */
  readonly id: Scalars['UUID']['output'];
  /** When its receiver last acknowledged a delivery, tests included; null where none ever was. */
  readonly lastSuccessAt: Maybe<Scalars['DateTime']['output']>;
  /** What its owner calls it. */
  readonly name: Scalars['String']['output'];
  /** Whether its secret is lost to the service, so that nothing can be signed until another is made. */
  readonly needsRotation: Scalars['Boolean']['output'];
  /** Counts its changes by its owner and the service, not those of its deliveries. */
  readonly revision: Scalars['Int']['output'];
  /** Whether it is sent events. */
  readonly status: WebhookStatus;
  /** When it was last changed. */
  readonly updatedAt: Scalars['DateTime']['output'];
  /** The receiver. */
  readonly url: Scalars['String']['output'];
  /** Another with every change of what stands here, hours and answerTimes aside: the revision, a hyphen, and a digest of the state of its deliveries. */
  readonly version: Scalars['String']['output'];
  /** How many deliveries are pending, counted up to 1000. */
  readonly waiting: Scalars['Int']['output'];
};


/** Where an application wants events to be sent. */
export type WebhookDeliveriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  event?: InputMaybe<Scalars['UUID']['input']>;
  first?: Scalars['Int']['input'];
  kind?: InputMaybe<DeliveryKind>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
  status?: InputMaybe<DeliveryStatus>;
};


/** Where an application wants events to be sent. */
export type WebhookDeliveryArgs = {
  id: Scalars['UUID']['input'];
};

/** A page of webhooks. */
export type WebhookConnection = {
  readonly __typename?: 'WebhookConnection';
  /** The webhooks of this page, newest first. */
  readonly nodes: ReadonlyArray<Webhook>;
  /** Where this page lies. */
  readonly pageInfo: PageInfo;
};

/** What became of a webhook's attempts in an hour. */
export type WebhookHour = {
  readonly __typename?: 'WebhookHour';
  /** How long the receiver took to answer first attempts; null where it answered none. */
  readonly answerTimes: Maybe<AnswerTimes>;
  /** Deliveries that were acknowledged. */
  readonly delivered: Scalars['Int']['output'];
  /** Deliveries that failed for good. */
  readonly failed: Scalars['Int']['output'];
  /** When the hour began, in UTC. */
  readonly hour: Scalars['DateTime']['output'];
  /** Attempts that failed and are followed by another. */
  readonly retried: Scalars['Int']['output'];
};

/** A webhook. */
export type WebhookInput = {
  /** The webhook. */
  readonly id: Scalars['UUID']['input'];
};

/** The webhook after the change. */
export type WebhookPayload = {
  readonly __typename?: 'WebhookPayload';
  /** The webhook. */
  readonly webhook: Webhook;
};

/** How webhooks are doing, all together. */
export type WebhookQueue = {
  readonly __typename?: 'WebhookQueue';
  /** Webhooks that fail, the longest first, then those that the service has disabled; at most 20. */
  readonly failing: ReadonlyArray<Webhook>;
  /** Deliveries that are pending, counted up to 1000. */
  readonly waiting: Scalars['Int']['output'];
};

/** The webhook with its new secret. */
export type WebhookSecretPayload = {
  readonly __typename?: 'WebhookSecretPayload';
  /** What its deliveries are signed with. It is shown this once. */
  readonly secret: Scalars['String']['output'];
  /** The webhook. */
  readonly webhook: Webhook;
};

export type { WebhookStatus };

export type { Weekday };



export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;





/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  AcceptInvitationInput: AcceptInvitationInput;
  Account: ResolverTypeWrapper<Account>;
  AccountSession: ResolverTypeWrapper<AccountSession>;
  AddTitleInput: AddTitleInput;
  Anime: ResolverTypeWrapper<AnimeNode>;
  AnimeChangeConnection: ResolverTypeWrapper<Omit<AnimeChangeConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['Anime']> }>;
  AnimeConnection: ResolverTypeWrapper<Omit<AnimeConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['Anime']> }>;
  AnimeEpisodeConnection: ResolverTypeWrapper<Omit<AnimeEpisodeConnection, 'anime' | 'nodes'> & { anime: ResolversTypes['Anime'], nodes: ReadonlyArray<ResolversTypes['Episode']> }>;
  AnimeFilter: AnimeFilter;
  AnimeFormat: AnimeFormat;
  AnimeLookup: ResolverTypeWrapper<Omit<AnimeLookup, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['Anime']> }>;
  AnimeRelation: ResolverTypeWrapper<RelationValue>;
  AnimeSort: AnimeSort;
  AnimeStatus: AnimeStatus;
  AnswerTimes: ResolverTypeWrapper<AnswerTimes>;
  ApiKey: ResolverTypeWrapper<ApiKeyNode>;
  ApiKeyDay: ResolverTypeWrapper<ApiKeyDay>;
  ApiKeyPayload: ResolverTypeWrapper<Omit<ApiKeyPayload, 'apiKey'> & { apiKey: ResolversTypes['ApiKey'] }>;
  Application: ResolverTypeWrapper<ApplicationNode>;
  ApplicationConnection: ResolverTypeWrapper<Omit<ApplicationConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['Application']> }>;
  ApplicationInput: ApplicationInput;
  ApplicationPayload: ResolverTypeWrapper<Omit<ApplicationPayload, 'application'> & { application: ResolversTypes['Application'] }>;
  ApproveProposalInput: ApproveProposalInput;
  AttemptError: AttemptError;
  AuditEvent: ResolverTypeWrapper<AuditEvent>;
  AuditEventConnection: ResolverTypeWrapper<AuditEventConnection>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Broadcast: ResolverTypeWrapper<Broadcast>;
  Bytes: ResolverTypeWrapper<Scalars['Bytes']['output']>;
  CatalogRecord: ResolverTypeWrapper<Scalars['CatalogRecord']['output']>;
  ChangePasswordInput: ChangePasswordInput;
  CountRange: CountRange;
  CreateApiKeyInput: CreateApiKeyInput;
  CreateApiKeyPayload: ResolverTypeWrapper<Omit<CreateApiKeyPayload, 'apiKey'> & { apiKey: ResolversTypes['ApiKey'] }>;
  CreateApplicationInput: CreateApplicationInput;
  CreateUserInput: CreateUserInput;
  CreateWebhookInput: CreateWebhookInput;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  DateRange: DateRange;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DecisionPayload: ResolverTypeWrapper<Omit<DecisionPayload, 'anime'> & { anime: ResolversTypes['Anime'] }>;
  DeleteApplicationPayload: ResolverTypeWrapper<DeleteApplicationPayload>;
  DeleteWebhookInput: DeleteWebhookInput;
  DeleteWebhookPayload: ResolverTypeWrapper<DeleteWebhookPayload>;
  Delivery: ResolverTypeWrapper<DeliveryNode>;
  DeliveryAttempt: ResolverTypeWrapper<DeliveryAttempt>;
  DeliveryConnection: ResolverTypeWrapper<Omit<DeliveryConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['Delivery']> }>;
  DeliveryKind: DeliveryKind;
  DeliveryPayload: ResolverTypeWrapper<Omit<DeliveryPayload, 'delivery'> & { delivery: ResolversTypes['Delivery'] }>;
  DeliveryRequest: ResolverTypeWrapper<DeliveryNode>;
  DeliveryStatus: DeliveryStatus;
  DiagnosticCheck: ResolverTypeWrapper<DiagnosticCheck>;
  DiagnosticStatus: DiagnosticStatus;
  Download: ResolverTypeWrapper<Download>;
  Dump: ResolverTypeWrapper<Dump>;
  EndAccountSessionInput: EndAccountSessionInput;
  EndAccountSessionPayload: ResolverTypeWrapper<EndAccountSessionPayload>;
  Episode: ResolverTypeWrapper<EpisodeNode>;
  EpisodeChangeConnection: ResolverTypeWrapper<Omit<EpisodeChangeConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['Episode']> }>;
  EpisodeConnection: ResolverTypeWrapper<Omit<EpisodeConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['Episode']> }>;
  EpisodeLookup: ResolverTypeWrapper<Omit<EpisodeLookup, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['Episode']> }>;
  EpisodeNumber: ResolverTypeWrapper<Scalars['EpisodeNumber']['output']>;
  EpisodeStatus: EpisodeStatus;
  Event: ResolverTypeWrapper<Event>;
  EventConnection: ResolverTypeWrapper<EventConnection>;
  EventKind: EventKind;
  ExternalId: ResolverTypeWrapper<ExternalId>;
  ExternalIdInput: ExternalIdInput;
  FieldDifference: ResolverTypeWrapper<FieldDifference>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  FurtherFacet: FurtherFacet;
  Genre: ResolverTypeWrapper<TermNode>;
  GenreConnection: ResolverTypeWrapper<Omit<GenreConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['Genre']> }>;
  HttpHeader: ResolverTypeWrapper<HttpHeader>;
  IdElsewhere: ResolverTypeWrapper<ElsewhereId>;
  IdKind: IdKind;
  Image: ResolverTypeWrapper<Image>;
  ImportCatalogInput: ImportCatalogInput;
  ImportCatalogPayload: ResolverTypeWrapper<ImportCatalogPayload>;
  ImportNotice: ResolverTypeWrapper<ImportNotice>;
  ImportOutcome: ImportOutcome;
  ImportSchedule: ResolverTypeWrapper<ImportSchedule>;
  ImportScheduleInput: ImportScheduleInput;
  ImportSchedulePayload: ResolverTypeWrapper<ImportSchedulePayload>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  InviteUserInput: InviteUserInput;
  InviteUserPayload: ResolverTypeWrapper<InviteUserPayload>;
  IssueTokenInput: IssueTokenInput;
  IssueTokenPayload: ResolverTypeWrapper<IssueTokenPayload>;
  MakeDumpPayload: ResolverTypeWrapper<MakeDumpPayload>;
  MatchedTitle: ResolverTypeWrapper<MatchedTitle>;
  MergeAnimeInput: MergeAnimeInput;
  MergeAnimePayload: ResolverTypeWrapper<Omit<MergeAnimePayload, 'anime'> & { anime: ResolversTypes['Anime'] }>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  OpenDeskInput: OpenDeskInput;
  OpenDeskPayload: ResolverTypeWrapper<OpenDeskPayload>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  PendingCount: ResolverTypeWrapper<PendingCount>;
  PermissionInput: PermissionInput;
  Pin: ResolverTypeWrapper<Pin>;
  PrincipalTitles: ResolverTypeWrapper<PrincipalTitles>;
  Proposal: ResolverTypeWrapper<ProposalRow>;
  ProposalApproval: ResolverTypeWrapper<Omit<ProposalApproval, 'idsElsewhere'> & { idsElsewhere: ReadonlyArray<ResolversTypes['IdElsewhere']> }>;
  ProposalConnection: ResolverTypeWrapper<Omit<ProposalConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['Proposal']> }>;
  ProposalPayload: ResolverTypeWrapper<Omit<ProposalPayload, 'anime' | 'idsElsewhere' | 'proposal'> & { anime?: Maybe<ResolversTypes['Anime']>, idsElsewhere: ReadonlyArray<ResolversTypes['IdElsewhere']>, proposal: ResolversTypes['Proposal'] }>;
  ProposalReason: ProposalReason;
  ProposalStatus: ProposalStatus;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  QuotaState: ResolverTypeWrapper<QuotaState>;
  RecordDownloadInput: RecordDownloadInput;
  RecordDownloadPayload: ResolverTypeWrapper<RecordDownloadPayload>;
  RecordType: RecordType;
  ReindexSearchPayload: ResolverTypeWrapper<ReindexSearchPayload>;
  RejectProposalInput: RejectProposalInput;
  RelationType: RelationType;
  RemoveTitleInput: RemoveTitleInput;
  RestoreDumpInput: RestoreDumpInput;
  RetryDeliveryInput: RetryDeliveryInput;
  RetryFailedDeliveriesInput: RetryFailedDeliveriesInput;
  RetryFailedDeliveriesPayload: ResolverTypeWrapper<RetryFailedDeliveriesPayload>;
  RevokeApiKeyInput: RevokeApiKeyInput;
  RevokeTokenInput: RevokeTokenInput;
  RevokeTokenPayload: ResolverTypeWrapper<RevokeTokenPayload>;
  RevokeUserTokensInput: RevokeUserTokensInput;
  RevokeUserTokensPayload: ResolverTypeWrapper<RevokeUserTokensPayload>;
  RotateSigningKeyInput: RotateSigningKeyInput;
  RotateSigningKeyPayload: ResolverTypeWrapper<RotateSigningKeyPayload>;
  ScheduleImportInput: ScheduleImportInput;
  ScheduleStatus: ScheduleStatus;
  SearchConnection: ResolverTypeWrapper<SearchPage>;
  SearchCorrection: ResolverTypeWrapper<SearchCorrection>;
  SearchEngineKind: SearchEngineKind;
  SearchFacet: ResolverTypeWrapper<SearchFacet>;
  SearchFacetValue: ResolverTypeWrapper<SearchFacetValue>;
  SearchIndexState: SearchIndexState;
  SearchInterpretation: ResolverTypeWrapper<SearchInterpretation>;
  SearchRebuild: ResolverTypeWrapper<SearchRebuild>;
  SearchStatus: ResolverTypeWrapper<SearchStatus>;
  SearchSuggestion: ResolverTypeWrapper<SearchSuggestion>;
  Season: Season;
  Source: ResolverTypeWrapper<Source>;
  SourceInput: SourceInput;
  SourcePayload: ResolverTypeWrapper<SourcePayload>;
  SourceRecord: ResolverTypeWrapper<SourceRecord>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Studio: ResolverTypeWrapper<TermNode>;
  StudioConnection: ResolverTypeWrapper<Omit<StudioConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['Studio']> }>;
  TestWebhookInput: TestWebhookInput;
  TextRange: ResolverTypeWrapper<TextRange>;
  Title: ResolverTypeWrapper<Title>;
  TitleKind: TitleKind;
  TransferApplicationInput: TransferApplicationInput;
  UUID: ResolverTypeWrapper<Scalars['UUID']['output']>;
  UnmergeAnimeInput: UnmergeAnimeInput;
  UnmergeAnimePayload: ResolverTypeWrapper<Omit<UnmergeAnimePayload, 'anime' | 'survivor'> & { anime: ResolversTypes['Anime'], survivor: ResolversTypes['Anime'] }>;
  UnpinInput: UnpinInput;
  UpdateApplicationInput: UpdateApplicationInput;
  UpdateWebhookInput: UpdateWebhookInput;
  User: ResolverTypeWrapper<User>;
  UserConnection: ResolverTypeWrapper<UserConnection>;
  UserInput: UserInput;
  UserPayload: ResolverTypeWrapper<UserPayload>;
  Webhook: ResolverTypeWrapper<WebhookNode>;
  WebhookConnection: ResolverTypeWrapper<Omit<WebhookConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['Webhook']> }>;
  WebhookHour: ResolverTypeWrapper<WebhookHour>;
  WebhookInput: WebhookInput;
  WebhookPayload: ResolverTypeWrapper<Omit<WebhookPayload, 'webhook'> & { webhook: ResolversTypes['Webhook'] }>;
  WebhookQueue: ResolverTypeWrapper<Omit<WebhookQueue, 'failing'> & { failing: ReadonlyArray<ResolversTypes['Webhook']> }>;
  WebhookSecretPayload: ResolverTypeWrapper<Omit<WebhookSecretPayload, 'webhook'> & { webhook: ResolversTypes['Webhook'] }>;
  WebhookStatus: WebhookStatus;
  Weekday: Weekday;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  AcceptInvitationInput: AcceptInvitationInput;
  Account: Account;
  AccountSession: AccountSession;
  AddTitleInput: AddTitleInput;
  Anime: AnimeNode;
  AnimeChangeConnection: Omit<AnimeChangeConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['Anime']> };
  AnimeConnection: Omit<AnimeConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['Anime']> };
  AnimeEpisodeConnection: Omit<AnimeEpisodeConnection, 'anime' | 'nodes'> & { anime: ResolversParentTypes['Anime'], nodes: ReadonlyArray<ResolversParentTypes['Episode']> };
  AnimeFilter: AnimeFilter;
  AnimeLookup: Omit<AnimeLookup, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['Anime']> };
  AnimeRelation: RelationValue;
  AnswerTimes: AnswerTimes;
  ApiKey: ApiKeyNode;
  ApiKeyDay: ApiKeyDay;
  ApiKeyPayload: Omit<ApiKeyPayload, 'apiKey'> & { apiKey: ResolversParentTypes['ApiKey'] };
  Application: ApplicationNode;
  ApplicationConnection: Omit<ApplicationConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['Application']> };
  ApplicationInput: ApplicationInput;
  ApplicationPayload: Omit<ApplicationPayload, 'application'> & { application: ResolversParentTypes['Application'] };
  ApproveProposalInput: ApproveProposalInput;
  AuditEvent: AuditEvent;
  AuditEventConnection: AuditEventConnection;
  Boolean: Scalars['Boolean']['output'];
  Broadcast: Broadcast;
  Bytes: Scalars['Bytes']['output'];
  CatalogRecord: Scalars['CatalogRecord']['output'];
  ChangePasswordInput: ChangePasswordInput;
  CountRange: CountRange;
  CreateApiKeyInput: CreateApiKeyInput;
  CreateApiKeyPayload: Omit<CreateApiKeyPayload, 'apiKey'> & { apiKey: ResolversParentTypes['ApiKey'] };
  CreateApplicationInput: CreateApplicationInput;
  CreateUserInput: CreateUserInput;
  CreateWebhookInput: CreateWebhookInput;
  Date: Scalars['Date']['output'];
  DateRange: DateRange;
  DateTime: Scalars['DateTime']['output'];
  DecisionPayload: Omit<DecisionPayload, 'anime'> & { anime: ResolversParentTypes['Anime'] };
  DeleteApplicationPayload: DeleteApplicationPayload;
  DeleteWebhookInput: DeleteWebhookInput;
  DeleteWebhookPayload: DeleteWebhookPayload;
  Delivery: DeliveryNode;
  DeliveryAttempt: DeliveryAttempt;
  DeliveryConnection: Omit<DeliveryConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['Delivery']> };
  DeliveryPayload: Omit<DeliveryPayload, 'delivery'> & { delivery: ResolversParentTypes['Delivery'] };
  DeliveryRequest: DeliveryNode;
  DiagnosticCheck: DiagnosticCheck;
  Download: Download;
  Dump: Dump;
  EndAccountSessionInput: EndAccountSessionInput;
  EndAccountSessionPayload: EndAccountSessionPayload;
  Episode: EpisodeNode;
  EpisodeChangeConnection: Omit<EpisodeChangeConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['Episode']> };
  EpisodeConnection: Omit<EpisodeConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['Episode']> };
  EpisodeLookup: Omit<EpisodeLookup, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['Episode']> };
  EpisodeNumber: Scalars['EpisodeNumber']['output'];
  Event: Event;
  EventConnection: EventConnection;
  ExternalId: ExternalId;
  ExternalIdInput: ExternalIdInput;
  FieldDifference: FieldDifference;
  Float: Scalars['Float']['output'];
  Genre: TermNode;
  GenreConnection: Omit<GenreConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['Genre']> };
  HttpHeader: HttpHeader;
  IdElsewhere: ElsewhereId;
  Image: Image;
  ImportCatalogInput: ImportCatalogInput;
  ImportCatalogPayload: ImportCatalogPayload;
  ImportNotice: ImportNotice;
  ImportSchedule: ImportSchedule;
  ImportScheduleInput: ImportScheduleInput;
  ImportSchedulePayload: ImportSchedulePayload;
  Int: Scalars['Int']['output'];
  InviteUserInput: InviteUserInput;
  InviteUserPayload: InviteUserPayload;
  IssueTokenInput: IssueTokenInput;
  IssueTokenPayload: IssueTokenPayload;
  MakeDumpPayload: MakeDumpPayload;
  MatchedTitle: MatchedTitle;
  MergeAnimeInput: MergeAnimeInput;
  MergeAnimePayload: Omit<MergeAnimePayload, 'anime'> & { anime: ResolversParentTypes['Anime'] };
  Mutation: Record<PropertyKey, never>;
  OpenDeskInput: OpenDeskInput;
  OpenDeskPayload: OpenDeskPayload;
  PageInfo: PageInfo;
  PendingCount: PendingCount;
  PermissionInput: PermissionInput;
  Pin: Pin;
  PrincipalTitles: PrincipalTitles;
  Proposal: ProposalRow;
  ProposalApproval: Omit<ProposalApproval, 'idsElsewhere'> & { idsElsewhere: ReadonlyArray<ResolversParentTypes['IdElsewhere']> };
  ProposalConnection: Omit<ProposalConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['Proposal']> };
  ProposalPayload: Omit<ProposalPayload, 'anime' | 'idsElsewhere' | 'proposal'> & { anime?: Maybe<ResolversParentTypes['Anime']>, idsElsewhere: ReadonlyArray<ResolversParentTypes['IdElsewhere']>, proposal: ResolversParentTypes['Proposal'] };
  Query: Record<PropertyKey, never>;
  QuotaState: QuotaState;
  RecordDownloadInput: RecordDownloadInput;
  RecordDownloadPayload: RecordDownloadPayload;
  ReindexSearchPayload: ReindexSearchPayload;
  RejectProposalInput: RejectProposalInput;
  RemoveTitleInput: RemoveTitleInput;
  RestoreDumpInput: RestoreDumpInput;
  RetryDeliveryInput: RetryDeliveryInput;
  RetryFailedDeliveriesInput: RetryFailedDeliveriesInput;
  RetryFailedDeliveriesPayload: RetryFailedDeliveriesPayload;
  RevokeApiKeyInput: RevokeApiKeyInput;
  RevokeTokenInput: RevokeTokenInput;
  RevokeTokenPayload: RevokeTokenPayload;
  RevokeUserTokensInput: RevokeUserTokensInput;
  RevokeUserTokensPayload: RevokeUserTokensPayload;
  RotateSigningKeyInput: RotateSigningKeyInput;
  RotateSigningKeyPayload: RotateSigningKeyPayload;
  ScheduleImportInput: ScheduleImportInput;
  SearchConnection: SearchPage;
  SearchCorrection: SearchCorrection;
  SearchFacet: SearchFacet;
  SearchFacetValue: SearchFacetValue;
  SearchInterpretation: SearchInterpretation;
  SearchRebuild: SearchRebuild;
  SearchStatus: SearchStatus;
  SearchSuggestion: SearchSuggestion;
  Source: Source;
  SourceInput: SourceInput;
  SourcePayload: SourcePayload;
  SourceRecord: SourceRecord;
  String: Scalars['String']['output'];
  Studio: TermNode;
  StudioConnection: Omit<StudioConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['Studio']> };
  TestWebhookInput: TestWebhookInput;
  TextRange: TextRange;
  Title: Title;
  TransferApplicationInput: TransferApplicationInput;
  UUID: Scalars['UUID']['output'];
  UnmergeAnimeInput: UnmergeAnimeInput;
  UnmergeAnimePayload: Omit<UnmergeAnimePayload, 'anime' | 'survivor'> & { anime: ResolversParentTypes['Anime'], survivor: ResolversParentTypes['Anime'] };
  UnpinInput: UnpinInput;
  UpdateApplicationInput: UpdateApplicationInput;
  UpdateWebhookInput: UpdateWebhookInput;
  User: User;
  UserConnection: UserConnection;
  UserInput: UserInput;
  UserPayload: UserPayload;
  Webhook: WebhookNode;
  WebhookConnection: Omit<WebhookConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['Webhook']> };
  WebhookHour: WebhookHour;
  WebhookInput: WebhookInput;
  WebhookPayload: Omit<WebhookPayload, 'webhook'> & { webhook: ResolversParentTypes['Webhook'] };
  WebhookQueue: Omit<WebhookQueue, 'failing'> & { failing: ReadonlyArray<ResolversParentTypes['Webhook']> };
  WebhookSecretPayload: Omit<WebhookSecretPayload, 'webhook'> & { webhook: ResolversParentTypes['Webhook'] };
};

export type AccountResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Account'] = ResolversParentTypes['Account']> = {
  hasPassword?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sessions?: Resolver<ReadonlyArray<ResolversTypes['AccountSession']>, ParentType, ContextType>;
};

export type AccountSessionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AccountSession'] = ResolversParentTypes['AccountSession']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isAtDesk?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  seenAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type AnimeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Anime'] = ResolversParentTypes['Anime']> = {
  alternativeTitles?: Resolver<ReadonlyArray<ResolversTypes['Title']>, ParentType, ContextType>;
  broadcast?: Resolver<Maybe<ResolversTypes['Broadcast']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  durationMinutes?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  endDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  episodeCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  episodes?: Resolver<ResolversTypes['EpisodeConnection'], ParentType, ContextType, RequireFields<AnimeEpisodesArgs, 'first'>>;
  externalIds?: Resolver<ReadonlyArray<ResolversTypes['ExternalId']>, ParentType, ContextType>;
  format?: Resolver<ResolversTypes['AnimeFormat'], ParentType, ContextType>;
  genres?: Resolver<ReadonlyArray<ResolversTypes['Genre']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  images?: Resolver<ReadonlyArray<ResolversTypes['Image']>, ParentType, ContextType>;
  isAdult?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  lastReleased?: Resolver<Maybe<ResolversTypes['Episode']>, ParentType, ContextType>;
  mergedIds?: Resolver<ReadonlyArray<ResolversTypes['UUID']>, ParentType, ContextType>;
  mergedInto?: Resolver<Maybe<ResolversTypes['Anime']>, ParentType, ContextType>;
  nextEpisode?: Resolver<Maybe<ResolversTypes['Episode']>, ParentType, ContextType>;
  officialSite?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  relations?: Resolver<ReadonlyArray<ResolversTypes['AnimeRelation']>, ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  season?: Resolver<Maybe<ResolversTypes['Season']>, ParentType, ContextType>;
  startDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['AnimeStatus'], ParentType, ContextType>;
  studios?: Resolver<ReadonlyArray<ResolversTypes['Studio']>, ParentType, ContextType>;
  synopsis?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  titleLanguage?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  titles?: Resolver<ResolversTypes['PrincipalTitles'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  year?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type AnimeChangeConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AnimeChangeConnection'] = ResolversParentTypes['AnimeChangeConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Anime']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  tag?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  until?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type AnimeConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AnimeConnection'] = ResolversParentTypes['AnimeConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Anime']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  tag?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AnimeEpisodeConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AnimeEpisodeConnection'] = ResolversParentTypes['AnimeEpisodeConnection']> = {
  anime?: Resolver<ResolversTypes['Anime'], ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Episode']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  tag?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AnimeFormatResolvers = EnumResolverSignature<{ MOVIE?: any, MUSIC?: any, ONA?: any, OVA?: any, SPECIAL?: any, TV?: any, UNKNOWN?: any }, ResolversTypes['AnimeFormat']>;

export type AnimeLookupResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AnimeLookup'] = ResolversParentTypes['AnimeLookup']> = {
  missing?: Resolver<ReadonlyArray<ResolversTypes['Int']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Anime']>, ParentType, ContextType>;
  tag?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AnimeRelationResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AnimeRelation'] = ResolversParentTypes['AnimeRelation']> = {
  anime?: Resolver<ResolversTypes['Anime'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['RelationType'], ParentType, ContextType>;
};

export type AnimeSortResolvers = EnumResolverSignature<{ ID_ASC?: any, TITLE_ASC?: any, UPDATED_DESC?: any }, ResolversTypes['AnimeSort']>;

export type AnimeStatusResolvers = EnumResolverSignature<{ AIRING?: any, ANNOUNCED?: any, FINISHED?: any, UNKNOWN?: any }, ResolversTypes['AnimeStatus']>;

export type AnswerTimesResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AnswerTimes'] = ResolversParentTypes['AnswerTimes']> = {
  answers?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  p50Ms?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  p95Ms?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ApiKeyResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ApiKey'] = ResolversParentTypes['ApiKey']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  scopes?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  usage?: Resolver<ReadonlyArray<ResolversTypes['ApiKeyDay']>, ParentType, ContextType>;
};

export type ApiKeyDayResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ApiKeyDay'] = ResolversParentTypes['ApiKeyDay']> = {
  calls?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  day?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  refusals?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ApiKeyPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ApiKeyPayload'] = ResolversParentTypes['ApiKeyPayload']> = {
  apiKey?: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>;
};

export type ApplicationResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Application'] = ResolversParentTypes['Application']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  disabledAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  keys?: Resolver<ReadonlyArray<ResolversTypes['ApiKey']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  owner?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ownerIssuer?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  quota?: Resolver<Maybe<ResolversTypes['QuotaState']>, ParentType, ContextType>;
  redirectUris?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  restReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ApplicationConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ApplicationConnection'] = ResolversParentTypes['ApplicationConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Application']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ApplicationPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ApplicationPayload'] = ResolversParentTypes['ApplicationPayload']> = {
  application?: Resolver<ResolversTypes['Application'], ParentType, ContextType>;
};

export type AttemptErrorResolvers = EnumResolverSignature<{ CONNECTION?: any, DNS?: any, HTTP_STATUS?: any, INTERRUPTED?: any, TIMEOUT?: any, TLS?: any, UNSAFE_ADDRESS?: any, UNSIGNED?: any }, ResolversTypes['AttemptError']>;

export type AuditEventResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AuditEvent'] = ResolversParentTypes['AuditEvent']> = {
  actor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  object?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AuditEventConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AuditEventConnection'] = ResolversParentTypes['AuditEventConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['AuditEvent']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type BroadcastResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Broadcast'] = ResolversParentTypes['Broadcast']> = {
  time?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  timezone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  weekday?: Resolver<ResolversTypes['Weekday'], ParentType, ContextType>;
};

export interface BytesScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Bytes'], any> {
  name: 'Bytes';
}

export interface CatalogRecordScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['CatalogRecord'], any> {
  name: 'CatalogRecord';
}

export type CreateApiKeyPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['CreateApiKeyPayload'] = ResolversParentTypes['CreateApiKeyPayload']> = {
  apiKey?: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>;
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface DateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Date'], any> {
  name: 'Date';
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DecisionPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['DecisionPayload'] = ResolversParentTypes['DecisionPayload']> = {
  anime?: Resolver<ResolversTypes['Anime'], ParentType, ContextType>;
  events?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pins?: Resolver<ReadonlyArray<ResolversTypes['Pin']>, ParentType, ContextType>;
};

export type DeleteApplicationPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['DeleteApplicationPayload'] = ResolversParentTypes['DeleteApplicationPayload']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
};

export type DeleteWebhookPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['DeleteWebhookPayload'] = ResolversParentTypes['DeleteWebhookPayload']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
};

export type DeliveryResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Delivery'] = ResolversParentTypes['Delivery']> = {
  attempts?: Resolver<ReadonlyArray<ResolversTypes['DeliveryAttempt']>, ParentType, ContextType>;
  completedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  cycle?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  isTest?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['DeliveryKind'], ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  request?: Resolver<ResolversTypes['DeliveryRequest'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['DeliveryStatus'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  webhookId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
};

export type DeliveryAttemptResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['DeliveryAttempt'] = ResolversParentTypes['DeliveryAttempt']> = {
  cycle?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  durationMs?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['AttemptError']>, ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  requestHeaders?: Resolver<ReadonlyArray<ResolversTypes['HttpHeader']>, ParentType, ContextType>;
  responseBody?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  startedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type DeliveryConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['DeliveryConnection'] = ResolversParentTypes['DeliveryConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Delivery']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type DeliveryKindResolvers = EnumResolverSignature<{ ANIME_CREATED?: any, ANIME_UPDATED?: any, EPISODE_RELEASED?: any, EPISODE_UPDATED?: any, PING?: any }, ResolversTypes['DeliveryKind']>;

export type DeliveryPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['DeliveryPayload'] = ResolversParentTypes['DeliveryPayload']> = {
  delivery?: Resolver<ResolversTypes['Delivery'], ParentType, ContextType>;
};

export type DeliveryRequestResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['DeliveryRequest'] = ResolversParentTypes['DeliveryRequest']> = {
  body?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  headers?: Resolver<ReadonlyArray<ResolversTypes['HttpHeader']>, ParentType, ContextType>;
};

export type DeliveryStatusResolvers = EnumResolverSignature<{ CANCELLED?: any, DELIVERED?: any, DELIVERING?: any, FAILED?: any, PENDING?: any }, ResolversTypes['DeliveryStatus']>;

export type DiagnosticCheckResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['DiagnosticCheck'] = ResolversParentTypes['DiagnosticCheck']> = {
  detail?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  remedy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['DiagnosticStatus'], ParentType, ContextType>;
};

export type DiagnosticStatusResolvers = EnumResolverSignature<{ FAILED?: any, OFF?: any, OK?: any, WARNING?: any }, ResolversTypes['DiagnosticStatus']>;

export type DownloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Download'] = ResolversParentTypes['Download']> = {
  etag?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  importedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  lastModified?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  release?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sha256?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DumpResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Dump'] = ResolversParentTypes['Dump']> = {
  anime?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  digest?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  episodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  madeAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EndAccountSessionPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['EndAccountSessionPayload'] = ResolversParentTypes['EndAccountSessionPayload']> = {
  isEnded?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type EpisodeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Episode'] = ResolversParentTypes['Episode']> = {
  alternativeTitles?: Resolver<ReadonlyArray<ResolversTypes['Title']>, ParentType, ContextType>;
  anime?: Resolver<ResolversTypes['Anime'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['EpisodeNumber'], ParentType, ContextType>;
  releasedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  scheduledAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['EpisodeStatus'], ParentType, ContextType>;
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type EpisodeChangeConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['EpisodeChangeConnection'] = ResolversParentTypes['EpisodeChangeConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Episode']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  tag?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  until?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type EpisodeConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['EpisodeConnection'] = ResolversParentTypes['EpisodeConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Episode']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  tag?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type EpisodeLookupResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['EpisodeLookup'] = ResolversParentTypes['EpisodeLookup']> = {
  missing?: Resolver<ReadonlyArray<ResolversTypes['Int']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Episode']>, ParentType, ContextType>;
  tag?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface EpisodeNumberScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['EpisodeNumber'], any> {
  name: 'EpisodeNumber';
}

export type EpisodeStatusResolvers = EnumResolverSignature<{ CANCELLED?: any, DELAYED?: any, RELEASED?: any, SCHEDULED?: any }, ResolversTypes['EpisodeStatus']>;

export type EventResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event']> = {
  animeId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  ended?: Resolver<ReadonlyArray<ResolversTypes['UUID']>, ParentType, ContextType>;
  episodeId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['EventKind'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  payload?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EventConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['EventConnection'] = ResolversParentTypes['EventConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Event']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type EventKindResolvers = EnumResolverSignature<{ ANIME_CREATED?: any, ANIME_UPDATED?: any, EPISODE_RELEASED?: any, EPISODE_UPDATED?: any }, ResolversTypes['EventKind']>;

export type ExternalIdResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ExternalId'] = ResolversParentTypes['ExternalId']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  site?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type FieldDifferenceResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['FieldDifference'] = ResolversParentTypes['FieldDifference']> = {
  after?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type FurtherFacetResolvers = EnumResolverSignature<{ GENRE?: any, SEASON?: any, STUDIO?: any }, ResolversTypes['FurtherFacet']>;

export type GenreResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Genre'] = ResolversParentTypes['Genre']> = {
  animeCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type GenreConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['GenreConnection'] = ResolversParentTypes['GenreConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Genre']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type HttpHeaderResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['HttpHeader'] = ResolversParentTypes['HttpHeader']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type IdElsewhereResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['IdElsewhere'] = ResolversParentTypes['IdElsewhere']> = {
  anime?: Resolver<ResolversTypes['Anime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  site?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type IdKindResolvers = EnumResolverSignature<{ ANIME?: any, APPLICATION?: any, EPISODE?: any, PROPOSAL?: any, WEBHOOK?: any }, ResolversTypes['IdKind']>;

export type ImageResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Image'] = ResolversParentTypes['Image']> = {
  height?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  width?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type ImportCatalogPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ImportCatalogPayload'] = ResolversParentTypes['ImportCatalogPayload']> = {
  created?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  held?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  ignoredMembers?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  notices?: Resolver<ReadonlyArray<ResolversTypes['ImportNotice']>, ParentType, ContextType>;
  position?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  proposed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rejected?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unchanged?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updated?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ImportNoticeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ImportNotice'] = ResolversParentTypes['ImportNotice']> = {
  index?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['ImportOutcome'], ParentType, ContextType>;
  pointer?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  proposalId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ImportOutcomeResolvers = EnumResolverSignature<{ CREATED?: any, HELD?: any, PROPOSED?: any, REJECTED?: any, UNCHANGED?: any, UPDATED?: any }, ResolversTypes['ImportOutcome']>;

export type ImportScheduleResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ImportSchedule'] = ResolversParentTypes['ImportSchedule']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  dueAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  endedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  everySeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  format?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  outcome?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  succeededAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ImportSchedulePayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ImportSchedulePayload'] = ResolversParentTypes['ImportSchedulePayload']> = {
  schedule?: Resolver<ResolversTypes['ImportSchedule'], ParentType, ContextType>;
};

export type InviteUserPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['InviteUserPayload'] = ResolversParentTypes['InviteUserPayload']> = {
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  origin?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type IssueTokenPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['IssueTokenPayload'] = ResolversParentTypes['IssueTokenPayload']> = {
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  token?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type MakeDumpPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['MakeDumpPayload'] = ResolversParentTypes['MakeDumpPayload']> = {
  dump?: Resolver<ResolversTypes['Dump'], ParentType, ContextType>;
};

export type MatchedTitleResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['MatchedTitle'] = ResolversParentTypes['MatchedTitle']> = {
  language?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  ranges?: Resolver<ReadonlyArray<ResolversTypes['TextRange']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type MergeAnimePayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['MergeAnimePayload'] = ResolversParentTypes['MergeAnimePayload']> = {
  anime?: Resolver<ResolversTypes['Anime'], ParentType, ContextType>;
  difference?: Resolver<ReadonlyArray<ResolversTypes['FieldDifference']>, ParentType, ContextType>;
  episodesJoined?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  episodesMoved?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  events?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  seen?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type MutationResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  acceptInvitation?: Resolver<ResolversTypes['UserPayload'], ParentType, ContextType, RequireFields<MutationAcceptInvitationArgs, 'input'>>;
  addTitle?: Resolver<ResolversTypes['DecisionPayload'], ParentType, ContextType, RequireFields<MutationAddTitleArgs, 'input'>>;
  approveProposal?: Resolver<ResolversTypes['ProposalPayload'], ParentType, ContextType, RequireFields<MutationApproveProposalArgs, 'input'>>;
  approveSource?: Resolver<ResolversTypes['SourcePayload'], ParentType, ContextType, RequireFields<MutationApproveSourceArgs, 'input'>>;
  changePassword?: Resolver<ResolversTypes['UserPayload'], ParentType, ContextType, RequireFields<MutationChangePasswordArgs, 'input'>>;
  createApiKey?: Resolver<ResolversTypes['CreateApiKeyPayload'], ParentType, ContextType, RequireFields<MutationCreateApiKeyArgs, 'input'>>;
  createApplication?: Resolver<ResolversTypes['ApplicationPayload'], ParentType, ContextType, RequireFields<MutationCreateApplicationArgs, 'input'>>;
  createUser?: Resolver<ResolversTypes['UserPayload'], ParentType, ContextType, RequireFields<MutationCreateUserArgs, 'input'>>;
  createWebhook?: Resolver<ResolversTypes['WebhookSecretPayload'], ParentType, ContextType, RequireFields<MutationCreateWebhookArgs, 'input'>>;
  deleteApplication?: Resolver<ResolversTypes['DeleteApplicationPayload'], ParentType, ContextType, RequireFields<MutationDeleteApplicationArgs, 'input'>>;
  deleteWebhook?: Resolver<ResolversTypes['DeleteWebhookPayload'], ParentType, ContextType, RequireFields<MutationDeleteWebhookArgs, 'input'>>;
  disableApplication?: Resolver<ResolversTypes['ApplicationPayload'], ParentType, ContextType, RequireFields<MutationDisableApplicationArgs, 'input'>>;
  disableUser?: Resolver<ResolversTypes['UserPayload'], ParentType, ContextType, RequireFields<MutationDisableUserArgs, 'input'>>;
  disableWebhook?: Resolver<ResolversTypes['WebhookPayload'], ParentType, ContextType, RequireFields<MutationDisableWebhookArgs, 'input'>>;
  enableApplication?: Resolver<ResolversTypes['ApplicationPayload'], ParentType, ContextType, RequireFields<MutationEnableApplicationArgs, 'input'>>;
  enableUser?: Resolver<ResolversTypes['UserPayload'], ParentType, ContextType, RequireFields<MutationEnableUserArgs, 'input'>>;
  enableWebhook?: Resolver<ResolversTypes['WebhookPayload'], ParentType, ContextType, RequireFields<MutationEnableWebhookArgs, 'input'>>;
  endAccountSession?: Resolver<ResolversTypes['EndAccountSessionPayload'], ParentType, ContextType, RequireFields<MutationEndAccountSessionArgs, 'input'>>;
  grantPermission?: Resolver<ResolversTypes['UserPayload'], ParentType, ContextType, RequireFields<MutationGrantPermissionArgs, 'input'>>;
  importCatalog?: Resolver<ResolversTypes['ImportCatalogPayload'], ParentType, ContextType, RequireFields<MutationImportCatalogArgs, 'input'>>;
  inviteUser?: Resolver<ResolversTypes['InviteUserPayload'], ParentType, ContextType, RequireFields<MutationInviteUserArgs, 'input'>>;
  issueToken?: Resolver<ResolversTypes['IssueTokenPayload'], ParentType, ContextType, RequireFields<MutationIssueTokenArgs, 'input'>>;
  makeDump?: Resolver<ResolversTypes['MakeDumpPayload'], ParentType, ContextType>;
  mergeAnime?: Resolver<ResolversTypes['MergeAnimePayload'], ParentType, ContextType, RequireFields<MutationMergeAnimeArgs, 'input'>>;
  openDesk?: Resolver<ResolversTypes['OpenDeskPayload'], ParentType, ContextType, RequireFields<MutationOpenDeskArgs, 'input'>>;
  pingWebhook?: Resolver<ResolversTypes['DeliveryPayload'], ParentType, ContextType, RequireFields<MutationPingWebhookArgs, 'input'>>;
  recordDownload?: Resolver<ResolversTypes['RecordDownloadPayload'], ParentType, ContextType, RequireFields<MutationRecordDownloadArgs, 'input'>>;
  reindexSearch?: Resolver<ResolversTypes['ReindexSearchPayload'], ParentType, ContextType>;
  rejectProposal?: Resolver<ResolversTypes['ProposalPayload'], ParentType, ContextType, RequireFields<MutationRejectProposalArgs, 'input'>>;
  removeImportSchedule?: Resolver<ResolversTypes['ImportSchedulePayload'], ParentType, ContextType, RequireFields<MutationRemoveImportScheduleArgs, 'input'>>;
  removeTitle?: Resolver<ResolversTypes['DecisionPayload'], ParentType, ContextType, RequireFields<MutationRemoveTitleArgs, 'input'>>;
  restoreDump?: Resolver<ResolversTypes['ImportCatalogPayload'], ParentType, ContextType, RequireFields<MutationRestoreDumpArgs, 'input'>>;
  retryDelivery?: Resolver<ResolversTypes['DeliveryPayload'], ParentType, ContextType, RequireFields<MutationRetryDeliveryArgs, 'input'>>;
  retryFailedDeliveries?: Resolver<ResolversTypes['RetryFailedDeliveriesPayload'], ParentType, ContextType, RequireFields<MutationRetryFailedDeliveriesArgs, 'input'>>;
  revokeApiKey?: Resolver<ResolversTypes['ApiKeyPayload'], ParentType, ContextType, RequireFields<MutationRevokeApiKeyArgs, 'input'>>;
  revokePermission?: Resolver<ResolversTypes['UserPayload'], ParentType, ContextType, RequireFields<MutationRevokePermissionArgs, 'input'>>;
  revokeSource?: Resolver<ResolversTypes['SourcePayload'], ParentType, ContextType, RequireFields<MutationRevokeSourceArgs, 'input'>>;
  revokeToken?: Resolver<ResolversTypes['RevokeTokenPayload'], ParentType, ContextType, RequireFields<MutationRevokeTokenArgs, 'input'>>;
  revokeUserTokens?: Resolver<ResolversTypes['RevokeUserTokensPayload'], ParentType, ContextType, RequireFields<MutationRevokeUserTokensArgs, 'input'>>;
  rotateSigningKey?: Resolver<ResolversTypes['RotateSigningKeyPayload'], ParentType, ContextType, Partial<MutationRotateSigningKeyArgs>>;
  rotateWebhookSecret?: Resolver<ResolversTypes['WebhookSecretPayload'], ParentType, ContextType, RequireFields<MutationRotateWebhookSecretArgs, 'input'>>;
  runImportSchedule?: Resolver<ResolversTypes['ImportSchedulePayload'], ParentType, ContextType, RequireFields<MutationRunImportScheduleArgs, 'input'>>;
  scheduleImport?: Resolver<ResolversTypes['ImportSchedulePayload'], ParentType, ContextType, RequireFields<MutationScheduleImportArgs, 'input'>>;
  testWebhook?: Resolver<ResolversTypes['DeliveryPayload'], ParentType, ContextType, RequireFields<MutationTestWebhookArgs, 'input'>>;
  transferApplication?: Resolver<ResolversTypes['ApplicationPayload'], ParentType, ContextType, RequireFields<MutationTransferApplicationArgs, 'input'>>;
  unmergeAnime?: Resolver<ResolversTypes['UnmergeAnimePayload'], ParentType, ContextType, RequireFields<MutationUnmergeAnimeArgs, 'input'>>;
  unpin?: Resolver<ResolversTypes['DecisionPayload'], ParentType, ContextType, RequireFields<MutationUnpinArgs, 'input'>>;
  updateApplication?: Resolver<ResolversTypes['ApplicationPayload'], ParentType, ContextType, RequireFields<MutationUpdateApplicationArgs, 'input'>>;
  updateWebhook?: Resolver<ResolversTypes['WebhookPayload'], ParentType, ContextType, RequireFields<MutationUpdateWebhookArgs, 'input'>>;
};

export type OpenDeskPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['OpenDeskPayload'] = ResolversParentTypes['OpenDeskPayload']> = {
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reviewer?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PendingCountResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PendingCount'] = ResolversParentTypes['PendingCount']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['ProposalReason'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PinResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Pin'] = ResolversParentTypes['Pin']> = {
  animeId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  decidedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  episodeId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PrincipalTitlesResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PrincipalTitles'] = ResolversParentTypes['PrincipalTitles']> = {
  chinese?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  english?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  native?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  romaji?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ProposalResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Proposal'] = ResolversParentTypes['Proposal']> = {
  anime?: Resolver<Maybe<ResolversTypes['Anime']>, ParentType, ContextType>;
  approval?: Resolver<ResolversTypes['ProposalApproval'], ParentType, ContextType, RequireFields<ProposalApprovalArgs, 'new' | 'withoutSharedIds'>>;
  candidates?: Resolver<ReadonlyArray<ResolversTypes['Anime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  decidedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  decision?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  difference?: Resolver<ReadonlyArray<ResolversTypes['FieldDifference']>, ParentType, ContextType>;
  holds?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['ProposalReason'], ParentType, ContextType>;
  record?: Resolver<ResolversTypes['CatalogRecord'], ParentType, ContextType>;
  reviewer?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sourceId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ProposalStatus'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['RecordType'], ParentType, ContextType>;
};

export type ProposalApprovalResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ProposalApproval'] = ResolversParentTypes['ProposalApproval']> = {
  difference?: Resolver<ReadonlyArray<ResolversTypes['FieldDifference']>, ParentType, ContextType>;
  idsElsewhere?: Resolver<ReadonlyArray<ResolversTypes['IdElsewhere']>, ParentType, ContextType>;
  refusal?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  seen?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ProposalConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ProposalConnection'] = ResolversParentTypes['ProposalConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Proposal']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ProposalPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ProposalPayload'] = ResolversParentTypes['ProposalPayload']> = {
  anime?: Resolver<Maybe<ResolversTypes['Anime']>, ParentType, ContextType>;
  events?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  idsElsewhere?: Resolver<ReadonlyArray<ResolversTypes['IdElsewhere']>, ParentType, ContextType>;
  proposal?: Resolver<ResolversTypes['Proposal'], ParentType, ContextType>;
};

export type ProposalReasonResolvers = EnumResolverSignature<{ AMBIGUOUS_MATCH?: any, REVIEW_REQUESTED?: any, UNAPPROVED_SOURCE?: any }, ResolversTypes['ProposalReason']>;

export type ProposalStatusResolvers = EnumResolverSignature<{ APPROVED?: any, PENDING?: any, REJECTED?: any, SUPERSEDED?: any }, ResolversTypes['ProposalStatus']>;

export type QueryResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  account?: Resolver<ResolversTypes['Account'], ParentType, ContextType>;
  anime?: Resolver<Maybe<ResolversTypes['Anime']>, ParentType, ContextType, RequireFields<QueryAnimeArgs, 'id'>>;
  animeByExternalIds?: Resolver<ResolversTypes['AnimeLookup'], ParentType, ContextType, RequireFields<QueryAnimeByExternalIdsArgs, 'ids'>>;
  animeByIds?: Resolver<ReadonlyArray<Maybe<ResolversTypes['Anime']>>, ParentType, ContextType, RequireFields<QueryAnimeByIdsArgs, 'ids'>>;
  animeChanges?: Resolver<ResolversTypes['AnimeChangeConnection'], ParentType, ContextType, RequireFields<QueryAnimeChangesArgs, 'first'>>;
  animeEpisodes?: Resolver<Maybe<ResolversTypes['AnimeEpisodeConnection']>, ParentType, ContextType, RequireFields<QueryAnimeEpisodesArgs, 'animeId' | 'first'>>;
  animeList?: Resolver<ResolversTypes['AnimeConnection'], ParentType, ContextType, RequireFields<QueryAnimeListArgs, 'first' | 'sort'>>;
  animeLookup?: Resolver<ResolversTypes['AnimeLookup'], ParentType, ContextType, RequireFields<QueryAnimeLookupArgs, 'ids'>>;
  animeOfEpisodes?: Resolver<ReadonlyArray<Maybe<ResolversTypes['Anime']>>, ParentType, ContextType, RequireFields<QueryAnimeOfEpisodesArgs, 'ids'>>;
  animeRecords?: Resolver<ReadonlyArray<ResolversTypes['SourceRecord']>, ParentType, ContextType, RequireFields<QueryAnimeRecordsArgs, 'source'>>;
  animeVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType, RequireFields<QueryAnimeVersionArgs, 'id'>>;
  application?: Resolver<Maybe<ResolversTypes['Application']>, ParentType, ContextType, RequireFields<QueryApplicationArgs, 'id'>>;
  applications?: Resolver<ResolversTypes['ApplicationConnection'], ParentType, ContextType, RequireFields<QueryApplicationsArgs, 'first'>>;
  auditEvents?: Resolver<ResolversTypes['AuditEventConnection'], ParentType, ContextType, RequireFields<QueryAuditEventsArgs, 'first'>>;
  decisions?: Resolver<ResolversTypes['ProposalConnection'], ParentType, ContextType, RequireFields<QueryDecisionsArgs, 'first'>>;
  deliveries?: Resolver<Maybe<ResolversTypes['DeliveryConnection']>, ParentType, ContextType, RequireFields<QueryDeliveriesArgs, 'first'>>;
  delivery?: Resolver<Maybe<ResolversTypes['Delivery']>, ParentType, ContextType, RequireFields<QueryDeliveryArgs, 'id'>>;
  diagnostics?: Resolver<ReadonlyArray<ResolversTypes['DiagnosticCheck']>, ParentType, ContextType>;
  download?: Resolver<Maybe<ResolversTypes['Download']>, ParentType, ContextType, RequireFields<QueryDownloadArgs, 'format' | 'url'>>;
  dump?: Resolver<Maybe<ResolversTypes['Dump']>, ParentType, ContextType, Partial<QueryDumpArgs>>;
  dumpChunk?: Resolver<Maybe<ResolversTypes['Bytes']>, ParentType, ContextType, RequireFields<QueryDumpChunkArgs, 'date' | 'number'>>;
  episode?: Resolver<Maybe<ResolversTypes['Episode']>, ParentType, ContextType, RequireFields<QueryEpisodeArgs, 'id'>>;
  episodeChanges?: Resolver<ResolversTypes['EpisodeChangeConnection'], ParentType, ContextType, RequireFields<QueryEpisodeChangesArgs, 'first'>>;
  episodeLookup?: Resolver<ResolversTypes['EpisodeLookup'], ParentType, ContextType, RequireFields<QueryEpisodeLookupArgs, 'ids'>>;
  episodeRecords?: Resolver<ReadonlyArray<ResolversTypes['SourceRecord']>, ParentType, ContextType, RequireFields<QueryEpisodeRecordsArgs, 'animeIds'>>;
  episodeVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType, RequireFields<QueryEpisodeVersionArgs, 'id'>>;
  episodesByIds?: Resolver<ReadonlyArray<Maybe<ResolversTypes['Episode']>>, ParentType, ContextType, RequireFields<QueryEpisodesByIdsArgs, 'ids'>>;
  events?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, RequireFields<QueryEventsArgs, 'after' | 'first'>>;
  genre?: Resolver<Maybe<ResolversTypes['Genre']>, ParentType, ContextType, RequireFields<QueryGenreArgs, 'slug'>>;
  genres?: Resolver<ResolversTypes['GenreConnection'], ParentType, ContextType, RequireFields<QueryGenresArgs, 'first'>>;
  idsEndingWith?: Resolver<ReadonlyArray<ResolversTypes['UUID']>, ParentType, ContextType, RequireFields<QueryIdsEndingWithArgs, 'digits' | 'kinds'>>;
  importSchedules?: Resolver<ReadonlyArray<ResolversTypes['ImportSchedule']>, ParentType, ContextType>;
  invitedName?: Resolver<ResolversTypes['String'], ParentType, ContextType, RequireFields<QueryInvitedNameArgs, 'invitation'>>;
  lastReleasedEpisodes?: Resolver<ReadonlyArray<Maybe<ResolversTypes['Episode']>>, ParentType, ContextType, RequireFields<QueryLastReleasedEpisodesArgs, 'ids'>>;
  nextEpisodes?: Resolver<ReadonlyArray<Maybe<ResolversTypes['Episode']>>, ParentType, ContextType, RequireFields<QueryNextEpisodesArgs, 'ids'>>;
  pendingProposals?: Resolver<ReadonlyArray<ResolversTypes['PendingCount']>, ParentType, ContextType>;
  pins?: Resolver<ReadonlyArray<ResolversTypes['Pin']>, ParentType, ContextType, RequireFields<QueryPinsArgs, 'id'>>;
  premieres?: Resolver<ResolversTypes['AnimeConnection'], ParentType, ContextType, RequireFields<QueryPremieresArgs, 'first' | 'from' | 'to'>>;
  proposal?: Resolver<Maybe<ResolversTypes['Proposal']>, ParentType, ContextType, RequireFields<QueryProposalArgs, 'id'>>;
  proposals?: Resolver<ResolversTypes['ProposalConnection'], ParentType, ContextType, RequireFields<QueryProposalsArgs, 'first'>>;
  recordsState?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  releases?: Resolver<ResolversTypes['EpisodeConnection'], ParentType, ContextType, RequireFields<QueryReleasesArgs, 'asOf' | 'first' | 'from' | 'to'>>;
  schedules?: Resolver<ResolversTypes['EpisodeConnection'], ParentType, ContextType, RequireFields<QuerySchedulesArgs, 'first' | 'from' | 'to'>>;
  search?: Resolver<ResolversTypes['SearchConnection'], ParentType, ContextType, RequireFields<QuerySearchArgs, 'first' | 'q'>>;
  searchStatus?: Resolver<ResolversTypes['SearchStatus'], ParentType, ContextType>;
  searchSuggestions?: Resolver<ReadonlyArray<ResolversTypes['SearchSuggestion']>, ParentType, ContextType, RequireFields<QuerySearchSuggestionsArgs, 'q'>>;
  sources?: Resolver<ReadonlyArray<ResolversTypes['Source']>, ParentType, ContextType>;
  studio?: Resolver<Maybe<ResolversTypes['Studio']>, ParentType, ContextType, RequireFields<QueryStudioArgs, 'slug'>>;
  studios?: Resolver<ResolversTypes['StudioConnection'], ParentType, ContextType, RequireFields<QueryStudiosArgs, 'first'>>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType, RequireFields<QueryUserArgs, 'name'>>;
  users?: Resolver<ResolversTypes['UserConnection'], ParentType, ContextType, RequireFields<QueryUsersArgs, 'first'>>;
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<QueryWebhookArgs, 'applicationId' | 'id'>>;
  webhookQueue?: Resolver<ResolversTypes['WebhookQueue'], ParentType, ContextType>;
  webhooks?: Resolver<Maybe<ResolversTypes['WebhookConnection']>, ParentType, ContextType, RequireFields<QueryWebhooksArgs, 'applicationId' | 'first'>>;
};

export type QuotaStateResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['QuotaState'] = ResolversParentTypes['QuotaState']> = {
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  remaining?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  resetsAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  windowSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RecordDownloadPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RecordDownloadPayload'] = ResolversParentTypes['RecordDownloadPayload']> = {
  download?: Resolver<ResolversTypes['Download'], ParentType, ContextType>;
};

export type RecordTypeResolvers = EnumResolverSignature<{ ANIME?: any, EPISODE?: any }, ResolversTypes['RecordType']>;

export type ReindexSearchPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ReindexSearchPayload'] = ResolversParentTypes['ReindexSearchPayload']> = {
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RelationTypeResolvers = EnumResolverSignature<{ ADAPTATION?: any, ALTERNATIVE?: any, OTHER?: any, PARENT_STORY?: any, PREQUEL?: any, SEQUEL?: any, SIDE_STORY?: any }, ResolversTypes['RelationType']>;

export type RetryFailedDeliveriesPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RetryFailedDeliveriesPayload'] = ResolversParentTypes['RetryFailedDeliveriesPayload']> = {
  exhausted?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  retried?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RevokeTokenPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RevokeTokenPayload'] = ResolversParentTypes['RevokeTokenPayload']> = {
  revokedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type RevokeUserTokensPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RevokeUserTokensPayload'] = ResolversParentTypes['RevokeUserTokensPayload']> = {
  notBefore?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type RotateSigningKeyPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RotateSigningKeyPayload'] = ResolversParentTypes['RotateSigningKeyPayload']> = {
  keyId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ScheduleStatusResolvers = EnumResolverSignature<{ DELAYED?: any, SCHEDULED?: any }, ResolversTypes['ScheduleStatus']>;

export type SearchConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SearchConnection'] = ResolversParentTypes['SearchConnection']> = {
  facets?: Resolver<ReadonlyArray<ResolversTypes['SearchFacet']>, ParentType, ContextType>;
  found?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  interpretation?: Resolver<ResolversTypes['SearchInterpretation'], ParentType, ContextType>;
  matchedTitles?: Resolver<ReadonlyArray<ResolversTypes['MatchedTitle']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Anime']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  truncated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type SearchCorrectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SearchCorrection'] = ResolversParentTypes['SearchCorrection']> = {
  meant?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  typed?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SearchEngineKindResolvers = EnumResolverSignature<{ ELASTICSEARCH?: any, EMBEDDED?: any }, ResolversTypes['SearchEngineKind']>;

export type SearchFacetResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SearchFacet'] = ResolversParentTypes['SearchFacet']> = {
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  values?: Resolver<ReadonlyArray<ResolversTypes['SearchFacetValue']>, ParentType, ContextType>;
};

export type SearchFacetValueResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SearchFacetValue'] = ResolversParentTypes['SearchFacetValue']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SearchIndexStateResolvers = EnumResolverSignature<{ MISSING?: any, OFF?: any, OUTDATED?: any, READY?: any, UNREACHABLE?: any }, ResolversTypes['SearchIndexState']>;

export type SearchInterpretationResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SearchInterpretation'] = ResolversParentTypes['SearchInterpretation']> = {
  corrected?: Resolver<ReadonlyArray<ResolversTypes['SearchCorrection']>, ParentType, ContextType>;
  format?: Resolver<Maybe<ResolversTypes['AnimeFormat']>, ParentType, ContextType>;
  isFinal?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  leftOut?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  number?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  part?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  season?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  year?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type SearchRebuildResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SearchRebuild'] = ResolversParentTypes['SearchRebuild']> = {
  done?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SearchStatusResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SearchStatus'] = ResolversParentTypes['SearchStatus']> = {
  builtAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  documents?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  engine?: Resolver<Maybe<ResolversTypes['SearchEngineKind']>, ParentType, ContextType>;
  index?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lagSeconds?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  lastError?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  rebuild?: Resolver<Maybe<ResolversTypes['SearchRebuild']>, ParentType, ContextType>;
  rebuildDone?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rebuildWanted?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['SearchIndexState'], ParentType, ContextType>;
};

export type SearchSuggestionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SearchSuggestion'] = ResolversParentTypes['SearchSuggestion']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  language?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SeasonResolvers = EnumResolverSignature<{ FALL?: any, SPRING?: any, SUMMER?: any, WINTER?: any }, ResolversTypes['Season']>;

export type SourceResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Source'] = ResolversParentTypes['Source']> = {
  approved?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  recordCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SourcePayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SourcePayload'] = ResolversParentTypes['SourcePayload']> = {
  source?: Resolver<ResolversTypes['Source'], ParentType, ContextType>;
};

export type SourceRecordResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SourceRecord'] = ResolversParentTypes['SourceRecord']> = {
  animeId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  record?: Resolver<ResolversTypes['CatalogRecord'], ParentType, ContextType>;
};

export type StudioResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Studio'] = ResolversParentTypes['Studio']> = {
  animeCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type StudioConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['StudioConnection'] = ResolversParentTypes['StudioConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Studio']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type TextRangeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['TextRange'] = ResolversParentTypes['TextRange']> = {
  end?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  start?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TitleResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Title'] = ResolversParentTypes['Title']> = {
  kind?: Resolver<Maybe<ResolversTypes['TitleKind']>, ParentType, ContextType>;
  language?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TitleKindResolvers = EnumResolverSignature<{ OFFICIAL?: any, SHORT?: any, SYNONYM?: any }, ResolversTypes['TitleKind']>;

export interface UuidScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['UUID'], any> {
  name: 'UUID';
}

export type UnmergeAnimePayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['UnmergeAnimePayload'] = ResolversParentTypes['UnmergeAnimePayload']> = {
  anime?: Resolver<ResolversTypes['Anime'], ParentType, ContextType>;
  episodesReturned?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  events?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  survivor?: Resolver<ResolversTypes['Anime'], ParentType, ContextType>;
};

export type UserResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  disabledAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  permissions?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type UserConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['UserConnection'] = ResolversParentTypes['UserConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['User']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type UserPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['UserPayload'] = ResolversParentTypes['UserPayload']> = {
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type WebhookResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Webhook'] = ResolversParentTypes['Webhook']> = {
  animeIds?: Resolver<Maybe<ReadonlyArray<ResolversTypes['UUID']>>, ParentType, ContextType>;
  answerTimes?: Resolver<Maybe<ResolversTypes['AnswerTimes']>, ParentType, ContextType>;
  applicationId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deliveries?: Resolver<Maybe<ResolversTypes['DeliveryConnection']>, ParentType, ContextType, RequireFields<WebhookDeliveriesArgs, 'first'>>;
  delivery?: Resolver<Maybe<ResolversTypes['Delivery']>, ParentType, ContextType, RequireFields<WebhookDeliveryArgs, 'id'>>;
  disabledReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  disablesAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['EventKind']>, ParentType, ContextType>;
  failingSince?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  hours?: Resolver<ReadonlyArray<ResolversTypes['WebhookHour']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  lastSuccessAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  needsRotation?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WebhookStatus'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  waiting?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WebhookConnectionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['WebhookConnection'] = ResolversParentTypes['WebhookConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Webhook']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type WebhookHourResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['WebhookHour'] = ResolversParentTypes['WebhookHour']> = {
  answerTimes?: Resolver<Maybe<ResolversTypes['AnswerTimes']>, ParentType, ContextType>;
  delivered?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  hour?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  retried?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WebhookPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['WebhookPayload'] = ResolversParentTypes['WebhookPayload']> = {
  webhook?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType>;
};

export type WebhookQueueResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['WebhookQueue'] = ResolversParentTypes['WebhookQueue']> = {
  failing?: Resolver<ReadonlyArray<ResolversTypes['Webhook']>, ParentType, ContextType>;
  waiting?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WebhookSecretPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['WebhookSecretPayload'] = ResolversParentTypes['WebhookSecretPayload']> = {
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  webhook?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType>;
};

export type WebhookStatusResolvers = EnumResolverSignature<{ DISABLED?: any, ENABLED?: any }, ResolversTypes['WebhookStatus']>;

export type WeekdayResolvers = EnumResolverSignature<{ FRIDAY?: any, MONDAY?: any, SATURDAY?: any, SUNDAY?: any, THURSDAY?: any, TUESDAY?: any, WEDNESDAY?: any }, ResolversTypes['Weekday']>;

export type Resolvers<ContextType = GraphContext> = {
  Account?: AccountResolvers<ContextType>;
  AccountSession?: AccountSessionResolvers<ContextType>;
  Anime?: AnimeResolvers<ContextType>;
  AnimeChangeConnection?: AnimeChangeConnectionResolvers<ContextType>;
  AnimeConnection?: AnimeConnectionResolvers<ContextType>;
  AnimeEpisodeConnection?: AnimeEpisodeConnectionResolvers<ContextType>;
  AnimeFormat?: AnimeFormatResolvers;
  AnimeLookup?: AnimeLookupResolvers<ContextType>;
  AnimeRelation?: AnimeRelationResolvers<ContextType>;
  AnimeSort?: AnimeSortResolvers;
  AnimeStatus?: AnimeStatusResolvers;
  AnswerTimes?: AnswerTimesResolvers<ContextType>;
  ApiKey?: ApiKeyResolvers<ContextType>;
  ApiKeyDay?: ApiKeyDayResolvers<ContextType>;
  ApiKeyPayload?: ApiKeyPayloadResolvers<ContextType>;
  Application?: ApplicationResolvers<ContextType>;
  ApplicationConnection?: ApplicationConnectionResolvers<ContextType>;
  ApplicationPayload?: ApplicationPayloadResolvers<ContextType>;
  AttemptError?: AttemptErrorResolvers;
  AuditEvent?: AuditEventResolvers<ContextType>;
  AuditEventConnection?: AuditEventConnectionResolvers<ContextType>;
  Broadcast?: BroadcastResolvers<ContextType>;
  Bytes?: GraphQLScalarType;
  CatalogRecord?: GraphQLScalarType;
  CreateApiKeyPayload?: CreateApiKeyPayloadResolvers<ContextType>;
  Date?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  DecisionPayload?: DecisionPayloadResolvers<ContextType>;
  DeleteApplicationPayload?: DeleteApplicationPayloadResolvers<ContextType>;
  DeleteWebhookPayload?: DeleteWebhookPayloadResolvers<ContextType>;
  Delivery?: DeliveryResolvers<ContextType>;
  DeliveryAttempt?: DeliveryAttemptResolvers<ContextType>;
  DeliveryConnection?: DeliveryConnectionResolvers<ContextType>;
  DeliveryKind?: DeliveryKindResolvers;
  DeliveryPayload?: DeliveryPayloadResolvers<ContextType>;
  DeliveryRequest?: DeliveryRequestResolvers<ContextType>;
  DeliveryStatus?: DeliveryStatusResolvers;
  DiagnosticCheck?: DiagnosticCheckResolvers<ContextType>;
  DiagnosticStatus?: DiagnosticStatusResolvers;
  Download?: DownloadResolvers<ContextType>;
  Dump?: DumpResolvers<ContextType>;
  EndAccountSessionPayload?: EndAccountSessionPayloadResolvers<ContextType>;
  Episode?: EpisodeResolvers<ContextType>;
  EpisodeChangeConnection?: EpisodeChangeConnectionResolvers<ContextType>;
  EpisodeConnection?: EpisodeConnectionResolvers<ContextType>;
  EpisodeLookup?: EpisodeLookupResolvers<ContextType>;
  EpisodeNumber?: GraphQLScalarType;
  EpisodeStatus?: EpisodeStatusResolvers;
  Event?: EventResolvers<ContextType>;
  EventConnection?: EventConnectionResolvers<ContextType>;
  EventKind?: EventKindResolvers;
  ExternalId?: ExternalIdResolvers<ContextType>;
  FieldDifference?: FieldDifferenceResolvers<ContextType>;
  FurtherFacet?: FurtherFacetResolvers;
  Genre?: GenreResolvers<ContextType>;
  GenreConnection?: GenreConnectionResolvers<ContextType>;
  HttpHeader?: HttpHeaderResolvers<ContextType>;
  IdElsewhere?: IdElsewhereResolvers<ContextType>;
  IdKind?: IdKindResolvers;
  Image?: ImageResolvers<ContextType>;
  ImportCatalogPayload?: ImportCatalogPayloadResolvers<ContextType>;
  ImportNotice?: ImportNoticeResolvers<ContextType>;
  ImportOutcome?: ImportOutcomeResolvers;
  ImportSchedule?: ImportScheduleResolvers<ContextType>;
  ImportSchedulePayload?: ImportSchedulePayloadResolvers<ContextType>;
  InviteUserPayload?: InviteUserPayloadResolvers<ContextType>;
  IssueTokenPayload?: IssueTokenPayloadResolvers<ContextType>;
  MakeDumpPayload?: MakeDumpPayloadResolvers<ContextType>;
  MatchedTitle?: MatchedTitleResolvers<ContextType>;
  MergeAnimePayload?: MergeAnimePayloadResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  OpenDeskPayload?: OpenDeskPayloadResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  PendingCount?: PendingCountResolvers<ContextType>;
  Pin?: PinResolvers<ContextType>;
  PrincipalTitles?: PrincipalTitlesResolvers<ContextType>;
  Proposal?: ProposalResolvers<ContextType>;
  ProposalApproval?: ProposalApprovalResolvers<ContextType>;
  ProposalConnection?: ProposalConnectionResolvers<ContextType>;
  ProposalPayload?: ProposalPayloadResolvers<ContextType>;
  ProposalReason?: ProposalReasonResolvers;
  ProposalStatus?: ProposalStatusResolvers;
  Query?: QueryResolvers<ContextType>;
  QuotaState?: QuotaStateResolvers<ContextType>;
  RecordDownloadPayload?: RecordDownloadPayloadResolvers<ContextType>;
  RecordType?: RecordTypeResolvers;
  ReindexSearchPayload?: ReindexSearchPayloadResolvers<ContextType>;
  RelationType?: RelationTypeResolvers;
  RetryFailedDeliveriesPayload?: RetryFailedDeliveriesPayloadResolvers<ContextType>;
  RevokeTokenPayload?: RevokeTokenPayloadResolvers<ContextType>;
  RevokeUserTokensPayload?: RevokeUserTokensPayloadResolvers<ContextType>;
  RotateSigningKeyPayload?: RotateSigningKeyPayloadResolvers<ContextType>;
  ScheduleStatus?: ScheduleStatusResolvers;
  SearchConnection?: SearchConnectionResolvers<ContextType>;
  SearchCorrection?: SearchCorrectionResolvers<ContextType>;
  SearchEngineKind?: SearchEngineKindResolvers;
  SearchFacet?: SearchFacetResolvers<ContextType>;
  SearchFacetValue?: SearchFacetValueResolvers<ContextType>;
  SearchIndexState?: SearchIndexStateResolvers;
  SearchInterpretation?: SearchInterpretationResolvers<ContextType>;
  SearchRebuild?: SearchRebuildResolvers<ContextType>;
  SearchStatus?: SearchStatusResolvers<ContextType>;
  SearchSuggestion?: SearchSuggestionResolvers<ContextType>;
  Season?: SeasonResolvers;
  Source?: SourceResolvers<ContextType>;
  SourcePayload?: SourcePayloadResolvers<ContextType>;
  SourceRecord?: SourceRecordResolvers<ContextType>;
  Studio?: StudioResolvers<ContextType>;
  StudioConnection?: StudioConnectionResolvers<ContextType>;
  TextRange?: TextRangeResolvers<ContextType>;
  Title?: TitleResolvers<ContextType>;
  TitleKind?: TitleKindResolvers;
  UUID?: GraphQLScalarType;
  UnmergeAnimePayload?: UnmergeAnimePayloadResolvers<ContextType>;
  User?: UserResolvers<ContextType>;
  UserConnection?: UserConnectionResolvers<ContextType>;
  UserPayload?: UserPayloadResolvers<ContextType>;
  Webhook?: WebhookResolvers<ContextType>;
  WebhookConnection?: WebhookConnectionResolvers<ContextType>;
  WebhookHour?: WebhookHourResolvers<ContextType>;
  WebhookPayload?: WebhookPayloadResolvers<ContextType>;
  WebhookQueue?: WebhookQueueResolvers<ContextType>;
  WebhookSecretPayload?: WebhookSecretPayloadResolvers<ContextType>;
  WebhookStatus?: WebhookStatusResolvers;
  Weekday?: WeekdayResolvers;
};

