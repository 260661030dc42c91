-- The trace of a publication, to which the attempts of its deliveries link.
ALTER TABLE publication ADD COLUMN traceparent text;
