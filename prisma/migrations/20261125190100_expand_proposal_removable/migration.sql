-- Outside a transaction: imports write proposals meanwhile.
-- Those that the retention may remove: a rejection that still keeps values out is none of them.
CREATE INDEX CONCURRENTLY IF NOT EXISTS proposal_removable ON proposal (decided_at) WHERE decided_at IS NOT NULL AND holds IS NULL;
