-- The schema of 0.1.0. Functions that triggers and indexes name are declared here alone: their bodies stand in
-- prisma/functions, which are applied with the last migration.

CREATE TYPE anime_format AS ENUM ('tv', 'movie', 'ova', 'ona', 'special', 'music', 'unknown');
CREATE TYPE anime_status AS ENUM ('announced', 'airing', 'finished', 'unknown');
CREATE TYPE attempt_error AS ENUM ('timeout', 'dns', 'tls', 'connection', 'unsafe_address', 'http_status', 'interrupted', 'unsigned');
CREATE TYPE delivery_status AS ENUM ('pending', 'delivered', 'failed', 'cancelled');
CREATE TYPE episode_status AS ENUM ('scheduled', 'delayed', 'released', 'cancelled');
CREATE TYPE event_kind AS ENUM ('anime.created', 'anime.updated', 'episode.released', 'episode.updated');
CREATE TYPE proposal_reason AS ENUM ('unapproved_source', 'review_requested', 'ambiguous_match');
CREATE TYPE proposal_status AS ENUM ('pending', 'approved', 'rejected', 'superseded');
CREATE TYPE publication_kind AS ENUM ('import', 'review');
CREATE TYPE record_type AS ENUM ('anime', 'episode');
CREATE TYPE relation_type AS ENUM ('sequel', 'prequel', 'side_story', 'parent_story', 'alternative', 'adaptation', 'other');
CREATE TYPE revocation_kind AS ENUM ('user', 'token');
CREATE TYPE season AS ENUM ('winter', 'spring', 'summer', 'fall');
CREATE TYPE webhook_status AS ENUM ('enabled', 'disabled', 'deleted');
CREATE TYPE title_kind AS ENUM ('official', 'synonym', 'short');

CREATE FUNCTION anime_count_terms() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION anime_follow_title() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION anime_genre_note_terms() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION anime_lead_webhooks() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION anime_leave_tombstone() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION anime_leave_tombstones() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION anime_note_change() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION anime_note_change_of_episodes() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION anime_note_change_of_relations() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION anime_note_merge() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION anime_part_note_change() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION anime_part_note_truncate() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION anime_studio_note_terms() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION anime_title_follow_anime() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION audit_event_keep() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION delivery_note_due() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION episode_leave_room() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION episode_note_change() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION episode_part_note_change() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION episode_title_note_truncate() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION event_is_frozen() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION genre_note_change() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION studio_note_change() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION webhook_keep_position() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION webhook_note_end() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;
CREATE FUNCTION term_await_publication() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN RAISE 'prisma/functions is not applied'; END$$;

CREATE TABLE application (
    id uuid NOT NULL,
    name text NOT NULL,
    owner text NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    owner_issuer text NOT NULL,
    disabled_at timestamptz(3),
    deleted_at timestamptz(3),
    CONSTRAINT application_name CHECK ((name <> ''::text)),
    CONSTRAINT application_owner_named CHECK ((owner <> ''::text))
);

CREATE TABLE access_token (
    id uuid NOT NULL,
    subject text NOT NULL,
    label text,
    scopes text[],
    key_id text NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamptz(3) NOT NULL
);

CREATE TABLE anime (
    id uuid NOT NULL,
    title text NOT NULL COLLATE "C",
    format anime_format DEFAULT 'unknown'::anime_format NOT NULL,
    status anime_status DEFAULT 'unknown'::anime_status NOT NULL,
    start_date date,
    end_date date,
    year smallint,
    season season,
    episode_count integer,
    duration_minutes integer,
    synopsis text,
    is_adult boolean,
    popularity double precision,
    revision integer DEFAULT 1 NOT NULL,
    version bigint DEFAULT 0 NOT NULL,
    changed_in bigint DEFAULT 0 NOT NULL,
    merged_into_id uuid,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    broadcast jsonb,
    official_site text,
    terms integer[] DEFAULT '{}'::integer[] NOT NULL,
    CONSTRAINT anime_broadcast_served CHECK (((broadcast IS NULL) OR COALESCE((((broadcast ->> 'weekday'::text) = ANY (ARRAY['monday'::text, 'tuesday'::text, 'wednesday'::text, 'thursday'::text, 'friday'::text, 'saturday'::text, 'sunday'::text])) AND (jsonb_typeof((broadcast -> 'timezone'::text)) = 'string'::text) AND (COALESCE(jsonb_typeof((broadcast -> 'time'::text)), 'null'::text) = ANY (ARRAY['string'::text, 'null'::text]))), false))),
    CONSTRAINT anime_dates_served CHECK ((((start_date >= '0001-01-01'::date) AND (start_date <= '9999-12-31'::date)) AND ((end_date >= '0001-01-01'::date) AND (end_date <= '9999-12-31'::date)))),
    CONSTRAINT anime_duration_range CHECK ((duration_minutes >= 0)),
    CONSTRAINT anime_episode_count_range CHECK ((episode_count >= 0)),
    CONSTRAINT anime_not_merged_into_itself CHECK ((merged_into_id <> id)),
    CONSTRAINT anime_popularity_finite CHECK (((popularity > '-Infinity'::double precision) AND (popularity < 'Infinity'::double precision))),
    CONSTRAINT anime_revision_range CHECK ((revision >= 1)),
    CONSTRAINT anime_times_served CHECK (((created_at >= '0001-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '10000-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at >= '0001-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at < '10000-01-01 00:00:00+00'::timestamp with time zone))),
    CONSTRAINT anime_year_range CHECK (((year >= 1900) AND (year <= 2200)))
);

CREATE TABLE anime_external_id (
    anime_id uuid NOT NULL,
    site text NOT NULL COLLATE "C",
    external_id text NOT NULL COLLATE "C",
    "position" integer NOT NULL
);

CREATE TABLE anime_genre (
    anime_id uuid NOT NULL,
    genre_id uuid NOT NULL,
    "position" integer NOT NULL
);

CREATE TABLE anime_image (
    anime_id uuid NOT NULL,
    "position" integer NOT NULL,
    url text NOT NULL,
    width integer,
    height integer,
    CONSTRAINT anime_image_size_range CHECK (((width >= 0) AND (height >= 0)))
);

CREATE TABLE anime_merge (
    merged_id uuid NOT NULL,
    survivor_id uuid NOT NULL,
    before jsonb NOT NULL,
    after text NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE anime_prominence (
    anime_id uuid NOT NULL,
    points smallint NOT NULL,
    scored_version bigint NOT NULL,
    version bigint NOT NULL,
    changed_in bigint NOT NULL,
    scored_popularity double precision
);

CREATE TABLE anime_relation (
    anime_id uuid NOT NULL,
    related_id uuid NOT NULL,
    type relation_type NOT NULL,
    CONSTRAINT anime_relation_to_another CHECK ((anime_id <> related_id))
);

CREATE TABLE anime_stated_relation (
    anime_id uuid NOT NULL,
    "position" integer NOT NULL,
    type relation_type NOT NULL,
    source text NOT NULL COLLATE "C",
    source_id text NOT NULL COLLATE "C",
    stated_by text COLLATE "C"
);

CREATE TABLE anime_studio (
    anime_id uuid NOT NULL,
    studio_id uuid NOT NULL,
    "position" integer NOT NULL
);

CREATE TABLE anime_title (
    anime_id uuid NOT NULL,
    "position" integer NOT NULL,
    title text NOT NULL,
    language text,
    kind title_kind
);

CREATE TABLE anime_title_key (
    key text NOT NULL COLLATE "C",
    anime_id uuid NOT NULL,
    year smallint
);

CREATE TABLE anime_tombstone (
    anime_id uuid NOT NULL,
    version bigint NOT NULL,
    changed_in bigint NOT NULL
);

CREATE TABLE api_key (
    id text NOT NULL,
    application_id uuid NOT NULL,
    digest bytea NOT NULL,
    scopes text[],
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamptz(3),
    revoked_at timestamptz(3),
    last_used_at timestamptz(3),
    name text,
    CONSTRAINT api_key_digest CHECK ((octet_length(digest) = 32)),
    CONSTRAINT api_key_name CHECK ((name <> ''::text)),
    CONSTRAINT api_key_scopes CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['anime.read'::text, 'search.read'::text])))
);

CREATE TABLE api_key_day (
    key_id text NOT NULL,
    day date NOT NULL,
    calls integer NOT NULL,
    refusals integer NOT NULL
);

CREATE TABLE audit_event (
    id uuid NOT NULL,
    at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    kind text NOT NULL,
    outcome text NOT NULL,
    actor text NOT NULL,
    object text,
    address text,
    CONSTRAINT audit_event_outcome CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text])))
);

CREATE TABLE delivery (
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    event_id uuid NOT NULL,
    event_position bigint,
    kind text NOT NULL,
    payload text,
    status delivery_status DEFAULT 'pending'::delivery_status NOT NULL,
    cycle smallint DEFAULT 0 NOT NULL,
    attempt smallint DEFAULT 0 NOT NULL,
    next_attempt_at timestamptz(3),
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    completed_at timestamptz(3),
    generation integer DEFAULT 0 NOT NULL,
    is_urgent boolean DEFAULT false NOT NULL,
    first_started_at timestamptz(3),
    first_duration_ms integer,
    first_status integer,
    first_error attempt_error,
    first_response_body text,
    first_tls_code text,
    CONSTRAINT delivery_body CHECK (((event_position IS NULL) <> (payload IS NULL))),
    CONSTRAINT delivery_completed CHECK (((status = ANY (ARRAY['delivered'::delivery_status, 'failed'::delivery_status, 'cancelled'::delivery_status])) = (completed_at IS NOT NULL))),
    CONSTRAINT delivery_due CHECK (((status = 'pending'::delivery_status) = (next_attempt_at IS NOT NULL))),
    CONSTRAINT delivery_kind CHECK ((kind = ANY (ARRAY['anime.created'::text, 'anime.updated'::text, 'episode.released'::text, 'episode.updated'::text, 'ping'::text])))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_cost_delay='1');

CREATE TABLE delivery_attempt (
    delivery_id uuid NOT NULL,
    cycle smallint NOT NULL,
    number smallint NOT NULL,
    started_at timestamptz(3) NOT NULL,
    duration_ms integer NOT NULL,
    status integer,
    error attempt_error,
    response_body text,
    tls_code text
);

CREATE TABLE download (
    url text NOT NULL,
    format text NOT NULL,
    etag text,
    last_modified text,
    sha256 text NOT NULL,
    release text NOT NULL,
    imported_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE dump (
    date date NOT NULL,
    made_at timestamptz(3) NOT NULL,
    "position" bigint NOT NULL,
    anime integer NOT NULL,
    episodes integer NOT NULL,
    size integer,
    digest text,
    CONSTRAINT dump_complete CHECK (((size IS NULL) = (digest IS NULL)))
);

CREATE TABLE dump_chunk (
    date date NOT NULL,
    number integer NOT NULL,
    bytes bytea NOT NULL
);
ALTER TABLE ONLY dump_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE episode (
    id uuid NOT NULL,
    anime_id uuid NOT NULL,
    number numeric(7,2) NOT NULL,
    status episode_status NOT NULL,
    scheduled_at timestamptz(3),
    released_at timestamptz(3),
    release_announced boolean DEFAULT false NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    version bigint DEFAULT 0 NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT episode_number_range CHECK (((number >= (0)::numeric) AND (number <= 99999.99))),
    CONSTRAINT episode_released_has_time CHECK (((status = 'released'::episode_status) = (released_at IS NOT NULL))),
    CONSTRAINT episode_revision_range CHECK ((revision >= 1)),
    CONSTRAINT episode_times_served CHECK (((scheduled_at >= '0001-01-01 00:00:00+00'::timestamp with time zone) AND (scheduled_at < '10000-01-01 00:00:00+00'::timestamp with time zone) AND (released_at >= '0001-01-01 00:00:00+00'::timestamp with time zone) AND (released_at < '10000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at >= '0001-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '10000-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at >= '0001-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at < '10000-01-01 00:00:00+00'::timestamp with time zone)))
);

CREATE TABLE episode_alias (
    id uuid NOT NULL,
    episode_id uuid NOT NULL,
    source text,
    source_id text,
    revision integer DEFAULT 1 NOT NULL,
    release_announced boolean DEFAULT true NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    own_records jsonb DEFAULT '[]'::jsonb NOT NULL
);

CREATE TABLE episode_title (
    episode_id uuid NOT NULL,
    "position" integer NOT NULL,
    title text NOT NULL,
    language text,
    kind title_kind
);

CREATE TABLE event (
    "position" bigint NOT NULL,
    id uuid NOT NULL,
    publication_id uuid NOT NULL,
    kind event_kind NOT NULL,
    anime_id uuid NOT NULL,
    episode_id uuid,
    revision integer NOT NULL,
    payload text NOT NULL,
    occurred_at timestamptz(3) NOT NULL,
    ended uuid[] DEFAULT ARRAY[]::uuid[] NOT NULL
);

CREATE TABLE genre (
    id uuid NOT NULL,
    slug text NOT NULL COLLATE "C",
    name text NOT NULL COLLATE "C",
    key text NOT NULL COLLATE "C",
    number integer NOT NULL,
    anime_count integer DEFAULT 0 NOT NULL
);

CREATE TABLE invitation (
    name text NOT NULL,
    digest bytea NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    used_at timestamptz(3),
    CONSTRAINT invitation_digest CHECK ((octet_length(digest) = 32))
);

CREATE TABLE issuer_user (
    name text NOT NULL,
    password_hash text NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    disabled_at timestamptz(3),
    permissions text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT issuer_user_permissions CHECK ((permissions <@ ARRAY['catalog.review'::text]))
);

CREATE TABLE portal_form (
    session bytea NOT NULL,
    number text NOT NULL
);

CREATE TABLE portal_session (
    digest bytea NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    issued_at timestamptz(3) NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    seen_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    at_desk boolean DEFAULT false NOT NULL,
    browser text,
    CONSTRAINT portal_session_digest CHECK ((octet_length(digest) = 32))
);

CREATE TABLE proposal (
    id uuid NOT NULL,
    type record_type NOT NULL,
    source text NOT NULL COLLATE "C",
    source_id text NOT NULL COLLATE "C",
    record jsonb NOT NULL,
    reason proposal_reason NOT NULL,
    candidates uuid[],
    status proposal_status DEFAULT 'pending'::proposal_status NOT NULL,
    reviewer text,
    decision text,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    decided_at timestamptz(3),
    base jsonb DEFAULT '{}'::jsonb NOT NULL,
    difference jsonb,
    holds jsonb
);

CREATE TABLE publication (
    id uuid NOT NULL,
    kind publication_kind NOT NULL,
    actor text,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    reason text,
    merged_id uuid,
    survivor_id uuid,
    traceparent text
);

CREATE TABLE publication_head (
    id smallint DEFAULT 1 NOT NULL,
    "position" bigint DEFAULT 0 NOT NULL,
    CONSTRAINT publication_head_is_one_row CHECK ((id = 1))
);

CREATE TABLE revocation (
    issuer text NOT NULL,
    kind revocation_kind NOT NULL,
    name text NOT NULL,
    not_before timestamptz(3) NOT NULL
);

CREATE TABLE service_state (
    name text NOT NULL,
    value jsonb NOT NULL
);

CREATE TABLE signing_key (
    id text NOT NULL,
    public_key jsonb NOT NULL,
    private_key text NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE source (
    name text NOT NULL COLLATE "C",
    approved boolean DEFAULT false NOT NULL,
    priority integer NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE source_record (
    id uuid NOT NULL,
    type record_type NOT NULL,
    source text NOT NULL COLLATE "C",
    source_id text NOT NULL COLLATE "C",
    anime_id uuid NOT NULL,
    episode_id uuid,
    record jsonb NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    batch bigint DEFAULT 0 NOT NULL,
    status_batch bigint
);

CREATE TABLE studio (
    id uuid NOT NULL,
    slug text NOT NULL COLLATE "C",
    name text NOT NULL COLLATE "C",
    key text NOT NULL COLLATE "C",
    number integer NOT NULL,
    anime_count integer DEFAULT 0 NOT NULL
);

CREATE TABLE webhook (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    events event_kind[],
    status webhook_status DEFAULT 'enabled'::webhook_status NOT NULL,
    disabled_reason text,
    secret text NOT NULL,
    start_position bigint NOT NULL,
    failing_since timestamptz(3),
    failures integer DEFAULT 0 NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    ended_at timestamptz(3),
    is_suspended boolean DEFAULT false NOT NULL,
    needs_rotation boolean DEFAULT false NOT NULL,
    generation integer DEFAULT 0 NOT NULL,
    last_ended_at timestamptz(3),
    anime_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    CONSTRAINT webhook_anime_ids CHECK ((cardinality(anime_ids) <= 100)),
    CONSTRAINT webhook_ended CHECK (((status = 'enabled'::webhook_status) = (ended_at IS NULL))),
    CONSTRAINT webhook_events CHECK ((cardinality(events) > 0))
);

CREATE TABLE webhook_anime (
    webhook_id uuid NOT NULL,
    anime_id uuid NOT NULL,
    after_position bigint NOT NULL
);

CREATE TABLE webhook_kind (
    webhook_id uuid NOT NULL,
    kind event_kind NOT NULL,
    after_position bigint NOT NULL,
    all_after bigint
);

CREATE TABLE webhook_queue (
    webhook_id uuid NOT NULL,
    "position" bigint NOT NULL,
    due_at timestamptz(3),
    is_slow boolean DEFAULT false NOT NULL,
    dispatcher integer,
    epoch integer DEFAULT 0 NOT NULL,
    crashes smallint DEFAULT 0 NOT NULL,
    last_success_at timestamptz(3),
    leased_at timestamptz(3)
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000', autovacuum_vacuum_cost_delay='1');

CREATE TABLE webhook_dispatcher (
    key integer NOT NULL,
    seen_at timestamptz(3) NOT NULL
);

CREATE SEQUENCE import_batch;
CREATE SEQUENCE source_priority_seq AS integer;
ALTER SEQUENCE source_priority_seq OWNED BY source.priority;
ALTER TABLE ONLY source ALTER COLUMN priority SET DEFAULT nextval('source_priority_seq'::regclass);
CREATE SEQUENCE genre_number_seq AS integer;
ALTER SEQUENCE genre_number_seq OWNED BY genre.number;
ALTER TABLE ONLY genre ALTER COLUMN number SET DEFAULT nextval('genre_number_seq'::regclass);
CREATE SEQUENCE studio_number_seq AS integer INCREMENT BY -1;
ALTER SEQUENCE studio_number_seq OWNED BY studio.number;
ALTER TABLE ONLY studio ALTER COLUMN number SET DEFAULT nextval('studio_number_seq'::regclass);

ALTER TABLE access_token ADD CONSTRAINT access_token_pkey PRIMARY KEY (id);
ALTER TABLE anime_external_id ADD CONSTRAINT anime_external_id_pkey PRIMARY KEY (anime_id, site, external_id);
ALTER TABLE anime_genre ADD CONSTRAINT anime_genre_pkey PRIMARY KEY (anime_id, genre_id);
ALTER TABLE anime_image ADD CONSTRAINT anime_image_pkey PRIMARY KEY (anime_id, "position");
ALTER TABLE anime_merge ADD CONSTRAINT anime_merge_pkey PRIMARY KEY (merged_id);
ALTER TABLE anime ADD CONSTRAINT anime_pkey PRIMARY KEY (id);
ALTER TABLE anime_prominence ADD CONSTRAINT anime_prominence_pkey PRIMARY KEY (anime_id);
ALTER TABLE anime_relation ADD CONSTRAINT anime_relation_pkey PRIMARY KEY (anime_id, related_id);
ALTER TABLE anime_stated_relation ADD CONSTRAINT anime_stated_relation_pkey PRIMARY KEY (anime_id, source, source_id);
ALTER TABLE anime_studio ADD CONSTRAINT anime_studio_pkey PRIMARY KEY (anime_id, studio_id);
ALTER TABLE anime_title_key ADD CONSTRAINT anime_title_key_pkey PRIMARY KEY (key, anime_id);
ALTER TABLE anime_title ADD CONSTRAINT anime_title_pkey PRIMARY KEY (anime_id, "position");
ALTER TABLE anime_tombstone ADD CONSTRAINT anime_tombstone_pkey PRIMARY KEY (anime_id);
ALTER TABLE api_key_day ADD CONSTRAINT api_key_day_pkey PRIMARY KEY (key_id, day);
ALTER TABLE api_key ADD CONSTRAINT api_key_pkey PRIMARY KEY (id);
ALTER TABLE application ADD CONSTRAINT application_pkey PRIMARY KEY (id);
ALTER TABLE audit_event ADD CONSTRAINT audit_event_pkey PRIMARY KEY (id);
ALTER TABLE delivery_attempt ADD CONSTRAINT delivery_attempt_pkey PRIMARY KEY (delivery_id, cycle, number);
ALTER TABLE delivery ADD CONSTRAINT delivery_pkey PRIMARY KEY (id);
ALTER TABLE download ADD CONSTRAINT download_pkey PRIMARY KEY (url, format);
ALTER TABLE dump_chunk ADD CONSTRAINT dump_chunk_pkey PRIMARY KEY (date, number);
ALTER TABLE dump ADD CONSTRAINT dump_pkey PRIMARY KEY (date);
ALTER TABLE episode_alias ADD CONSTRAINT episode_alias_pkey PRIMARY KEY (id);
ALTER TABLE episode ADD CONSTRAINT episode_pkey PRIMARY KEY (id);
ALTER TABLE episode_title ADD CONSTRAINT episode_title_pkey PRIMARY KEY (episode_id, "position");
ALTER TABLE event ADD CONSTRAINT event_pkey PRIMARY KEY ("position");
ALTER TABLE genre ADD CONSTRAINT genre_pkey PRIMARY KEY (id);
ALTER TABLE invitation ADD CONSTRAINT invitation_pkey PRIMARY KEY (name);
ALTER TABLE issuer_user ADD CONSTRAINT issuer_user_pkey PRIMARY KEY (name);
ALTER TABLE portal_form ADD CONSTRAINT portal_form_pkey PRIMARY KEY (session, number);
ALTER TABLE portal_session ADD CONSTRAINT portal_session_pkey PRIMARY KEY (digest);
ALTER TABLE proposal ADD CONSTRAINT proposal_pkey PRIMARY KEY (id);
ALTER TABLE publication_head ADD CONSTRAINT publication_head_pkey PRIMARY KEY (id);
ALTER TABLE publication ADD CONSTRAINT publication_pkey PRIMARY KEY (id);
ALTER TABLE revocation ADD CONSTRAINT revocation_pkey PRIMARY KEY (issuer, kind, name);
ALTER TABLE service_state ADD CONSTRAINT service_state_pkey PRIMARY KEY (name);
ALTER TABLE signing_key ADD CONSTRAINT signing_key_pkey PRIMARY KEY (id);
ALTER TABLE source ADD CONSTRAINT source_pkey PRIMARY KEY (name);
ALTER TABLE source_record ADD CONSTRAINT source_record_pkey PRIMARY KEY (id);
ALTER TABLE studio ADD CONSTRAINT studio_pkey PRIMARY KEY (id);
ALTER TABLE webhook ADD CONSTRAINT webhook_pkey PRIMARY KEY (id);
ALTER TABLE webhook_anime ADD CONSTRAINT webhook_anime_pkey PRIMARY KEY (webhook_id, anime_id);
ALTER TABLE webhook_kind ADD CONSTRAINT webhook_kind_pkey PRIMARY KEY (webhook_id, kind);
ALTER TABLE webhook_queue ADD CONSTRAINT webhook_queue_pkey PRIMARY KEY (webhook_id);
ALTER TABLE webhook_dispatcher ADD CONSTRAINT webhook_dispatcher_pkey PRIMARY KEY (key);

CREATE INDEX access_token_end ON access_token USING btree (expires_at);
CREATE INDEX access_token_key ON access_token USING btree (key_id);
CREATE INDEX access_token_subject ON access_token USING btree (subject);
CREATE INDEX anime_changed_in ON anime USING btree (changed_in);
CREATE UNIQUE INDEX anime_external_id_identity ON anime_external_id USING btree (site, external_id) WHERE (site = ANY (ARRAY['mal'::text, 'anilist'::text, 'anidb'::text, 'bangumi'::text, 'kitsu'::text]));
CREATE INDEX anime_external_id_of ON anime_external_id USING btree (site, external_id);
-- The orders of lists.
CREATE INDEX anime_title_order ON anime USING btree (title, id);
CREATE INDEX anime_updated_order ON anime USING btree (updated_at DESC, id);
CREATE INDEX anime_change_order ON anime USING btree (version, id);
CREATE INDEX anime_premiere_order ON anime USING btree (start_date DESC, id);
-- The filters that leave few anime.
CREATE INDEX anime_year ON anime USING btree (year, id);
CREATE INDEX anime_format ON anime USING btree (format, id);
CREATE INDEX anime_status ON anime USING btree (status, id);
CREATE INDEX anime_episode_count ON anime USING btree (episode_count, id);
CREATE INDEX anime_adult ON anime USING btree (is_adult, id);
CREATE INDEX anime_terms ON anime USING gin (terms);
CREATE INDEX anime_genre_of ON anime_genre USING btree (genre_id, anime_id);
CREATE INDEX anime_merge_survivor ON anime_merge USING btree (survivor_id);
CREATE INDEX anime_merged_into ON anime USING btree (merged_into_id) WHERE (merged_into_id IS NOT NULL);
CREATE INDEX anime_prominence_changed_in ON anime_prominence USING btree (changed_in);
CREATE INDEX anime_relation_back ON anime_relation USING btree (related_id);
CREATE INDEX anime_relation_order ON anime_relation USING btree (anime_id, type, related_id);
CREATE INDEX anime_stated_relation_of ON anime_stated_relation USING btree (source, source_id);
CREATE INDEX anime_studio_of ON anime_studio USING btree (studio_id, anime_id);
CREATE INDEX anime_title_key_anime ON anime_title_key USING btree (anime_id);
CREATE INDEX anime_tombstone_changed_in ON anime_tombstone USING btree (changed_in);
CREATE INDEX api_key_application ON api_key USING btree (application_id, created_at);
CREATE INDEX application_owner ON application USING btree (owner, id);
CREATE INDEX audit_event_actor ON audit_event USING btree (actor, id);
CREATE INDEX audit_event_at ON audit_event USING btree (at);
CREATE INDEX audit_event_object ON audit_event USING btree (object, id);
CREATE INDEX delivery_cancelled ON delivery USING btree (webhook_id, id DESC) WHERE (status = 'cancelled'::delivery_status);
CREATE INDEX delivery_cancelled_of_all ON delivery USING btree (id DESC) WHERE (status = 'cancelled'::delivery_status);
CREATE INDEX delivery_completed_order ON delivery USING btree (completed_at) WHERE (completed_at IS NOT NULL);
CREATE INDEX delivery_event ON delivery USING btree (event_id) WHERE (get_byte(uuid_send(id), 6) < 128);
-- The oldest event whose delivery is kept, which bounds what the retention removes.
CREATE INDEX delivery_event_position ON delivery USING btree (event_position);
CREATE INDEX delivery_failed ON delivery USING btree (webhook_id, id DESC) WHERE (status = 'failed'::delivery_status);
CREATE INDEX delivery_failed_of_all ON delivery USING btree (id DESC) WHERE (status = 'failed'::delivery_status);
CREATE INDEX delivery_list ON delivery USING btree (webhook_id, kind, id);
CREATE INDEX delivery_pending_due ON delivery USING btree (webhook_id, generation, next_attempt_at) WHERE (status = 'pending'::delivery_status);
CREATE INDEX delivery_pending_order ON delivery USING btree (webhook_id, generation, id DESC) WHERE (status = 'pending'::delivery_status);
CREATE INDEX delivery_urgent ON delivery USING btree (webhook_id, next_attempt_at) WHERE ((status = 'pending'::delivery_status) AND is_urgent);
CREATE INDEX episode_alias_of ON episode_alias USING btree (episode_id);
CREATE INDEX episode_change_order ON episode USING btree (version, id);
CREATE INDEX episode_last_of_anime ON episode USING btree (anime_id, released_at DESC, number DESC) WHERE (status = 'released'::episode_status);
CREATE INDEX episode_next_of_anime ON episode USING btree (anime_id, scheduled_at, number) WHERE (status = ANY (ARRAY['scheduled'::episode_status, 'delayed'::episode_status]));
CREATE UNIQUE INDEX episode_number ON episode USING btree (anime_id, number);
CREATE INDEX episode_release_order ON episode USING btree (released_at DESC, id);
CREATE INDEX episode_schedule_order ON episode USING btree (scheduled_at, id);
CREATE INDEX event_anime ON event USING btree (anime_id, "position");
CREATE UNIQUE INDEX event_id ON event USING btree (id);
CREATE INDEX event_kind ON event USING btree (kind, "position");
CREATE INDEX event_publication ON event USING btree (publication_id);
CREATE UNIQUE INDEX genre_key ON genre USING btree (key);
CREATE UNIQUE INDEX genre_number ON genre USING btree (number);
CREATE UNIQUE INDEX genre_slug ON genre USING btree (slug);
CREATE UNIQUE INDEX invitation_digest_key ON invitation USING btree (digest);
CREATE INDEX portal_session_age ON portal_session USING btree (created_at);
CREATE INDEX portal_session_person ON portal_session USING btree (issuer, subject);
CREATE INDEX proposal_decision_order ON proposal USING btree (decided_at DESC, id DESC);
CREATE INDEX proposal_key ON proposal USING btree (type, source, source_id);
CREATE INDEX proposal_reason_order ON proposal USING btree (reason, id);
CREATE INDEX proposal_source_order ON proposal USING btree (source, id);
CREATE UNIQUE INDEX proposal_pending ON proposal USING btree (type, source, source_id) WHERE (status = 'pending'::proposal_status);
CREATE INDEX proposal_status_order ON proposal USING btree (status, id);
CREATE INDEX source_priority ON source USING btree (priority);
CREATE INDEX source_record_anime ON source_record USING btree (anime_id);
CREATE INDEX source_record_episode ON source_record USING btree (episode_id);
CREATE INDEX source_record_external_ids ON source_record USING gin (((record -> 'externalIds'::text)) jsonb_path_ops) WHERE (type = 'anime'::record_type);
CREATE UNIQUE INDEX source_record_key ON source_record USING btree (type, source, source_id);
CREATE UNIQUE INDEX studio_key ON studio USING btree (key);
CREATE UNIQUE INDEX studio_number ON studio USING btree (number);
CREATE UNIQUE INDEX studio_slug ON studio USING btree (slug);
CREATE INDEX webhook_application ON webhook USING btree (application_id, id);
CREATE INDEX webhook_anime_readers ON webhook_anime USING btree (anime_id, webhook_id);
CREATE INDEX webhook_kind_readers ON webhook_kind USING btree (kind, webhook_id);
CREATE INDEX webhook_queue_due ON webhook_queue USING btree (is_slow, due_at) WHERE ((dispatcher IS NULL) AND (due_at IS NOT NULL));
-- Webhooks whose holder died.
CREATE INDEX webhook_queue_interrupted ON webhook_queue USING btree (webhook_id) WHERE (crashes > 0);
CREATE INDEX webhook_queue_leased ON webhook_queue USING btree (dispatcher, due_at) WHERE (dispatcher IS NOT NULL);

ALTER TABLE access_token ADD CONSTRAINT access_token_key_id_fkey FOREIGN KEY (key_id) REFERENCES signing_key(id) ON DELETE CASCADE;
ALTER TABLE anime_external_id ADD CONSTRAINT anime_external_id_anime_id_fkey FOREIGN KEY (anime_id) REFERENCES anime(id) ON DELETE CASCADE;
ALTER TABLE anime_genre ADD CONSTRAINT anime_genre_anime_id_fkey FOREIGN KEY (anime_id) REFERENCES anime(id) ON DELETE CASCADE;
ALTER TABLE anime_genre ADD CONSTRAINT anime_genre_genre_id_fkey FOREIGN KEY (genre_id) REFERENCES genre(id) ON DELETE RESTRICT;
ALTER TABLE anime_image ADD CONSTRAINT anime_image_anime_id_fkey FOREIGN KEY (anime_id) REFERENCES anime(id) ON DELETE CASCADE;
ALTER TABLE anime_merge ADD CONSTRAINT anime_merge_merged_id_fkey FOREIGN KEY (merged_id) REFERENCES anime(id) ON DELETE CASCADE;
ALTER TABLE anime_merge ADD CONSTRAINT anime_merge_survivor_id_fkey FOREIGN KEY (survivor_id) REFERENCES anime(id) ON DELETE CASCADE;
ALTER TABLE anime ADD CONSTRAINT anime_merged_into_id_fkey FOREIGN KEY (merged_into_id) REFERENCES anime(id) ON DELETE CASCADE;
ALTER TABLE anime_relation ADD CONSTRAINT anime_relation_anime_id_fkey FOREIGN KEY (anime_id) REFERENCES anime(id) ON DELETE CASCADE;
ALTER TABLE anime_relation ADD CONSTRAINT anime_relation_related_id_fkey FOREIGN KEY (related_id) REFERENCES anime(id) ON DELETE CASCADE;
ALTER TABLE anime_stated_relation ADD CONSTRAINT anime_stated_relation_anime_id_fkey FOREIGN KEY (anime_id) REFERENCES anime(id) ON DELETE CASCADE;
ALTER TABLE anime_studio ADD CONSTRAINT anime_studio_anime_id_fkey FOREIGN KEY (anime_id) REFERENCES anime(id) ON DELETE CASCADE;
ALTER TABLE anime_studio ADD CONSTRAINT anime_studio_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id) ON DELETE RESTRICT;
ALTER TABLE anime_title ADD CONSTRAINT anime_title_anime_id_fkey FOREIGN KEY (anime_id) REFERENCES anime(id) ON DELETE CASCADE;
ALTER TABLE api_key ADD CONSTRAINT api_key_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id) ON DELETE CASCADE;
ALTER TABLE api_key_day ADD CONSTRAINT api_key_day_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_key(id) ON DELETE CASCADE;
ALTER TABLE delivery_attempt ADD CONSTRAINT delivery_attempt_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES delivery(id) ON DELETE CASCADE;
ALTER TABLE delivery ADD CONSTRAINT delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE;
ALTER TABLE dump_chunk ADD CONSTRAINT dump_chunk_date_fkey FOREIGN KEY (date) REFERENCES dump(date) ON DELETE CASCADE;
ALTER TABLE episode_alias ADD CONSTRAINT episode_alias_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episode(id) ON DELETE CASCADE;
ALTER TABLE episode ADD CONSTRAINT episode_anime_id_fkey FOREIGN KEY (anime_id) REFERENCES anime(id) ON DELETE CASCADE;
ALTER TABLE episode_title ADD CONSTRAINT episode_title_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episode(id) ON DELETE CASCADE;
ALTER TABLE event ADD CONSTRAINT event_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publication(id) ON DELETE RESTRICT;
ALTER TABLE portal_form ADD CONSTRAINT portal_form_session_fkey FOREIGN KEY (session) REFERENCES portal_session(digest) ON DELETE CASCADE;
ALTER TABLE proposal ADD CONSTRAINT proposal_source_fkey FOREIGN KEY (source) REFERENCES source(name) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE source_record ADD CONSTRAINT source_record_anime_id_fkey FOREIGN KEY (anime_id) REFERENCES anime(id) ON DELETE CASCADE;
ALTER TABLE source_record ADD CONSTRAINT source_record_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episode(id) ON DELETE CASCADE;
ALTER TABLE source_record ADD CONSTRAINT source_record_source_fkey FOREIGN KEY (source) REFERENCES source(name) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE webhook ADD CONSTRAINT webhook_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id) ON DELETE CASCADE;
ALTER TABLE webhook_anime ADD CONSTRAINT webhook_anime_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE;
ALTER TABLE webhook_kind ADD CONSTRAINT webhook_kind_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE;
ALTER TABLE webhook_queue ADD CONSTRAINT webhook_queue_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE;

INSERT INTO source (name, approved, priority) VALUES
  ('review', true, 0), ('mal', true, 1), ('anilist', true, 2), ('anidb', true, 3), ('bangumi-data', true, 4),
  ('anime-offline-database', true, 5), ('sample', true, 6), ('by-hand', true, 2147483647);
SELECT setval('source_priority_seq', 6);
INSERT INTO publication_head (id, position) VALUES (1, 0);

CREATE TRIGGER anime_count_terms AFTER UPDATE OF merged_into_id ON anime FOR EACH ROW WHEN (((old.merged_into_id IS NULL) <> (new.merged_into_id IS NULL))) EXECUTE FUNCTION anime_count_terms();
CREATE TRIGGER anime_count_terms_delete BEFORE DELETE ON anime FOR EACH ROW WHEN ((old.merged_into_id IS NULL)) EXECUTE FUNCTION anime_count_terms();
CREATE TRIGGER anime_external_id_note_delete AFTER DELETE ON anime_external_id REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_change();
CREATE TRIGGER anime_external_id_note_insert AFTER INSERT ON anime_external_id REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_change();
CREATE TRIGGER anime_external_id_note_truncate BEFORE TRUNCATE ON anime_external_id FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_truncate();
CREATE TRIGGER anime_external_id_note_update AFTER UPDATE ON anime_external_id REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_change();
CREATE TRIGGER anime_follow_title AFTER UPDATE ON anime_title FOR EACH ROW EXECUTE FUNCTION anime_follow_title();
CREATE TRIGGER anime_genre_await_publication BEFORE INSERT OR DELETE OR UPDATE ON anime_genre FOR EACH STATEMENT EXECUTE FUNCTION term_await_publication();
CREATE TRIGGER anime_genre_note_delete AFTER DELETE ON anime_genre REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_change();
CREATE TRIGGER anime_genre_note_insert AFTER INSERT ON anime_genre REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_change();
CREATE TRIGGER anime_genre_note_truncate BEFORE TRUNCATE ON anime_genre FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_truncate();
CREATE TRIGGER anime_genre_note_update AFTER UPDATE ON anime_genre REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_change();
CREATE TRIGGER anime_genre_terms_delete AFTER DELETE ON anime_genre REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_genre_note_terms();
CREATE TRIGGER anime_genre_terms_insert AFTER INSERT ON anime_genre REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_genre_note_terms();
CREATE TRIGGER anime_genre_terms_update AFTER UPDATE ON anime_genre REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_genre_note_terms();
CREATE TRIGGER anime_genre_terms_truncate BEFORE TRUNCATE ON anime_genre FOR EACH STATEMENT EXECUTE FUNCTION anime_genre_note_terms();
CREATE TRIGGER anime_image_note_delete AFTER DELETE ON anime_image REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_change();
CREATE TRIGGER anime_image_note_insert AFTER INSERT ON anime_image REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_change();
CREATE TRIGGER anime_image_note_truncate BEFORE TRUNCATE ON anime_image FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_truncate();
CREATE TRIGGER anime_image_note_update AFTER UPDATE ON anime_image REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_change();
CREATE TRIGGER anime_lead_webhooks AFTER UPDATE OF merged_into_id ON anime FOR EACH ROW WHEN ((new.merged_into_id IS DISTINCT FROM old.merged_into_id)) EXECUTE FUNCTION anime_lead_webhooks();
CREATE TRIGGER anime_leave_tombstone AFTER DELETE ON anime FOR EACH ROW EXECUTE FUNCTION anime_leave_tombstone();
CREATE TRIGGER anime_leave_tombstones BEFORE TRUNCATE ON anime FOR EACH STATEMENT EXECUTE FUNCTION anime_leave_tombstones();
CREATE TRIGGER anime_note_change BEFORE INSERT OR UPDATE ON anime FOR EACH ROW EXECUTE FUNCTION anime_note_change();
CREATE TRIGGER anime_note_change_of_episodes AFTER UPDATE ON anime FOR EACH ROW WHEN (((new.title IS DISTINCT FROM old.title) OR (new.format IS DISTINCT FROM old.format))) EXECUTE FUNCTION anime_note_change_of_episodes();
CREATE TRIGGER anime_note_change_of_relations AFTER UPDATE ON anime FOR EACH ROW WHEN ((((old.title IS DISTINCT FROM new.title) OR (old.format IS DISTINCT FROM new.format)) OR (old.merged_into_id IS DISTINCT FROM new.merged_into_id))) EXECUTE FUNCTION anime_note_change_of_relations();
CREATE TRIGGER anime_note_merge AFTER UPDATE OF merged_into_id ON anime FOR EACH ROW WHEN ((old.merged_into_id IS DISTINCT FROM new.merged_into_id)) EXECUTE FUNCTION anime_note_merge();
CREATE TRIGGER anime_note_merged_delete AFTER DELETE ON anime FOR EACH ROW WHEN ((old.merged_into_id IS NOT NULL)) EXECUTE FUNCTION anime_note_merge();
CREATE TRIGGER anime_note_merged_insert AFTER INSERT ON anime FOR EACH ROW WHEN ((new.merged_into_id IS NOT NULL)) EXECUTE FUNCTION anime_note_merge();
CREATE TRIGGER anime_relation_note_delete AFTER DELETE ON anime_relation REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_change();
CREATE TRIGGER anime_relation_note_insert AFTER INSERT ON anime_relation REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_change();
CREATE TRIGGER anime_relation_note_truncate BEFORE TRUNCATE ON anime_relation FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_truncate();
CREATE TRIGGER anime_relation_note_update AFTER UPDATE ON anime_relation REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_change();
CREATE TRIGGER anime_studio_await_publication BEFORE INSERT OR DELETE OR UPDATE ON anime_studio FOR EACH STATEMENT EXECUTE FUNCTION term_await_publication();
CREATE TRIGGER anime_studio_note_delete AFTER DELETE ON anime_studio REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_change();
CREATE TRIGGER anime_studio_note_insert AFTER INSERT ON anime_studio REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_change();
CREATE TRIGGER anime_studio_note_truncate BEFORE TRUNCATE ON anime_studio FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_truncate();
CREATE TRIGGER anime_studio_note_update AFTER UPDATE ON anime_studio REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_change();
CREATE TRIGGER anime_studio_terms_delete AFTER DELETE ON anime_studio REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_studio_note_terms();
CREATE TRIGGER anime_studio_terms_insert AFTER INSERT ON anime_studio REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_studio_note_terms();
CREATE TRIGGER anime_studio_terms_update AFTER UPDATE ON anime_studio REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_studio_note_terms();
CREATE TRIGGER anime_studio_terms_truncate BEFORE TRUNCATE ON anime_studio FOR EACH STATEMENT EXECUTE FUNCTION anime_studio_note_terms();
CREATE TRIGGER anime_title_follow_anime AFTER UPDATE OF title ON anime FOR EACH ROW WHEN ((new.title <> old.title)) EXECUTE FUNCTION anime_title_follow_anime();
CREATE TRIGGER anime_title_note_delete AFTER DELETE ON anime_title REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_change();
CREATE TRIGGER anime_title_note_insert AFTER INSERT ON anime_title REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_change();
CREATE TRIGGER anime_title_note_truncate BEFORE TRUNCATE ON anime_title FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_truncate();
CREATE TRIGGER anime_title_note_update AFTER UPDATE ON anime_title REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION anime_part_note_change();
CREATE TRIGGER audit_event_keep BEFORE DELETE OR UPDATE ON audit_event FOR EACH ROW EXECUTE FUNCTION audit_event_keep();
CREATE TRIGGER audit_event_keep_all BEFORE TRUNCATE ON audit_event FOR EACH STATEMENT EXECUTE FUNCTION audit_event_keep();
CREATE TRIGGER delivery_note_due AFTER UPDATE ON delivery FOR EACH ROW WHEN (((new.status = 'pending'::delivery_status) AND ((old.status <> 'pending'::delivery_status) OR (new.next_attempt_at < old.next_attempt_at)))) EXECUTE FUNCTION delivery_note_due();
CREATE TRIGGER delivery_note_urgent AFTER INSERT ON delivery FOR EACH ROW WHEN ((new.is_urgent AND (new.status = 'pending'::delivery_status))) EXECUTE FUNCTION delivery_note_due();
CREATE CONSTRAINT TRIGGER episode_leave_room AFTER INSERT OR UPDATE OF number ON episode DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.number > 89999.99)) EXECUTE FUNCTION episode_leave_room();
CREATE TRIGGER episode_note_change BEFORE INSERT OR UPDATE ON episode FOR EACH ROW EXECUTE FUNCTION episode_note_change();
CREATE TRIGGER episode_title_note_delete AFTER DELETE ON episode_title REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION episode_part_note_change();
CREATE TRIGGER episode_title_note_insert AFTER INSERT ON episode_title REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION episode_part_note_change();
CREATE TRIGGER episode_title_note_truncate BEFORE TRUNCATE ON episode_title FOR EACH STATEMENT EXECUTE FUNCTION episode_title_note_truncate();
CREATE TRIGGER episode_title_note_update AFTER UPDATE ON episode_title REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION episode_part_note_change();
CREATE TRIGGER event_is_frozen BEFORE UPDATE ON event FOR EACH ROW EXECUTE FUNCTION event_is_frozen();
CREATE TRIGGER genre_await_publication BEFORE DELETE OR UPDATE ON genre FOR EACH STATEMENT EXECUTE FUNCTION term_await_publication();
CREATE TRIGGER genre_note_change AFTER UPDATE ON genre REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION genre_note_change();
CREATE TRIGGER studio_await_publication BEFORE DELETE OR UPDATE ON studio FOR EACH STATEMENT EXECUTE FUNCTION term_await_publication();
CREATE TRIGGER studio_note_change AFTER UPDATE ON studio REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION studio_note_change();
CREATE TRIGGER webhook_keep_position AFTER INSERT OR UPDATE OF status, events, url, anime_ids, secret ON webhook FOR EACH ROW EXECUTE FUNCTION webhook_keep_position();
CREATE TRIGGER webhook_note_end BEFORE INSERT OR UPDATE OF status ON webhook FOR EACH ROW EXECUTE FUNCTION webhook_note_end();
