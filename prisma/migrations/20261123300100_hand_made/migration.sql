-- Holds what stood in an anime that was made by hand when the first source told of it: believed less than every other.
INSERT INTO "source" ("name", "approved", "priority") VALUES ('by-hand', true, 2147483647)
  ON CONFLICT ("name") DO UPDATE SET "priority" = EXCLUDED."priority";
