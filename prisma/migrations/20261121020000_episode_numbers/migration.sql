-- Checked at the end of a statement, not row by row: one publication may renumber episodes among themselves.
DROP INDEX "episode_number";
ALTER TABLE "episode" ADD CONSTRAINT "episode_number" UNIQUE ("anime_id", "number") DEFERRABLE INITIALLY IMMEDIATE;
