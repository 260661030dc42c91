-- Outside a transaction: the table has millions of rows, and deliveries are written meanwhile.
-- The oldest event whose delivery is kept, which bounds what the retention removes.
CREATE INDEX CONCURRENTLY IF NOT EXISTS delivery_event_position ON delivery (event_position);
