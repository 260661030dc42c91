#!/bin/sh
# A backup of PostgreSQL and the drill that proves it, for a nightly timer:
#
#   DATABASE_URL=postgresql://… BACKUP_DIR=/var/backups/catalog ops/backup.sh
#
# Writes catalog-DATE.dump (pg_dump's custom format, one snapshot), restores it into a database of its own, compares count
# and checksum of every table with the snapshot, and drops that database again. Only a backup that was restored gets its
# name, and only then those older than BACKUP_KEEP_DAYS (14) are removed. Anything else ends with a status other than 0.
# DRILL_URL is a database whose server is restored on, with the right to create databases; by default the same server.
# A password belongs into PGPASSFILE: in a URL the list of processes shows it.
# Its time is left in the database, where the service meters it (anime_catalog_installation_backup_timestamp_seconds).
# Needs psql, pg_dump and pg_restore of the server's version or a later one.
set -eu
umask 077

: "${DATABASE_URL:?is the database to back up}" "${BACKUP_DIR:?is the folder of the backups}"
DRILL_URL=${DRILL_URL:-$DATABASE_URL}
KEEP=${BACKUP_KEEP_DAYS:-14}
case $KEEP in '' | *[!0-9]*) echo "backup: BACKUP_KEEP_DAYS is \"$KEEP\": it must be a number of days" >&2; exit 2 ;; esac

backup=$BACKUP_DIR/catalog-$(date -u +%F).dump
# Of this run alone: two at a time must not write into what the other has compared.
PART=$backup.$$.part
drill=catalog_drill_$(date +%s)_$$
work=$(mktemp -d)
export DATABASE_URL PART PGTZ=UTC
ask() { psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 "$@"; }
finish() {
  status=$?
  trap - EXIT
  rm -rf "$work" "$PART"
  ask --dbname "$DRILL_URL" --command "DROP DATABASE IF EXISTS $drill WITH (FORCE)" 2>/dev/null || true
  [ "$status" -eq 0 ] || echo "backup: failed; the backups before stay as they are" >&2
  exit "$status"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM

# What runs that were killed have left more than twelve hours ago: it may be what has filled the disk.
find "$BACKUP_DIR" -maxdepth 1 -name 'catalog-????-??-??.dump.*.part' -mmin +720 -exec rm -f {} +
for left in $(ask --dbname "$DRILL_URL" --command "SELECT datname FROM pg_database WHERE datname ~ '^catalog_drill_[0-9]+_[0-9]+\$' AND split_part(datname, '_', 3)::bigint < extract(epoch FROM now()) - 43200"); do
  ask --dbname "$DRILL_URL" --command "DROP DATABASE IF EXISTS $left" || echo "backup: $left of an earlier run cannot be dropped" >&2
done

# The daily dumps are made again (docs/dump.md).
cat >"$work/tables.sql" <<'SQL'
SELECT c.relname, (xpath('//n/text()', x))[1], (xpath('//h/text()', x))[1]
FROM pg_class c, query_to_xml(format('SELECT count(*) AS n, coalesce(sum(hashtextextended(t::text, 0)), 0) AS h FROM %s t', c.oid::regclass), false, false, '') x
WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname NOT IN ('dump', 'dump_chunk')
ORDER BY c.relname COLLATE "C";
SQL

ask --dbname "$DATABASE_URL" >"$work/before" <<SQL
SET idle_in_transaction_session_timeout = 0;
SET statement_timeout = 0;
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SELECT pg_export_snapshot() AS snapshot \gset
\setenv SNAPSHOT :snapshot
\! pg_dump --format=custom --snapshot="\$SNAPSHOT" --exclude-table-data=dump --exclude-table-data=dump_chunk --file="\$PART" --dbname="\$DATABASE_URL" >&2
\i $work/tables.sql
COMMIT;
SQL
[ -s "$PART" ] && [ -s "$work/before" ] || { echo "backup: pg_dump wrote nothing" >&2; exit 1; }

ask --dbname "$DRILL_URL" --command "CREATE DATABASE $drill TEMPLATE template0"
into=$(printf %s "$DRILL_URL" | sed -E "s#^([a-z]+://[^/?]*)(/[^?]*)?#\1/$drill#")
# A URL may name its database in a parameter too: nothing is restored into another one.
[ "$(ask --dbname "$into" --command 'SELECT current_database()')" = "$drill" ] ||
  { echo "backup: DRILL_URL (or DATABASE_URL) must be a URL with its database in the path: postgresql://USER@HOST/DATABASE" >&2; exit 2; }
pg_restore --exit-on-error --no-owner --no-privileges --dbname="$into" "$PART"
ask --dbname "$into" --file "$work/tables.sql" >"$work/after"
diff "$work/before" "$work/after" >&2 || { echo "backup: what was restored differs from what was dumped (table|rows|checksum)" >&2; exit 1; }

mv "$PART" "$backup"
ask --dbname "$DATABASE_URL" --command "INSERT INTO service_state (name, value) VALUES ('backup', to_jsonb(extract(epoch FROM now()))) ON CONFLICT (name) DO UPDATE SET value = excluded.value" ||
  echo "backup: its time could not be left in the database, so its age is not metered" >&2
find "$BACKUP_DIR" -maxdepth 1 -name 'catalog-????-??-??.dump' -mtime "+$KEEP" -exec rm -f {} +
echo "$backup: $(wc -l <"$work/after") tables, restored and compared"
