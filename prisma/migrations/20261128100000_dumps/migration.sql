-- The catalogue in one file, of one UTC day each. While it is made it has no size yet, and nobody sees it.
CREATE TABLE "dump" (
  "date" DATE NOT NULL,
  "made_at" TIMESTAMPTZ(3) NOT NULL,
  "position" BIGINT NOT NULL,
  "anime" INTEGER NOT NULL,
  "episodes" INTEGER NOT NULL,
  "size" INTEGER,
  "digest" TEXT,

  CONSTRAINT "dump_pkey" PRIMARY KEY ("date"),
  CONSTRAINT "dump_complete" CHECK (("size" IS NULL) = ("digest" IS NULL))
);

CREATE TABLE "dump_chunk" (
  "date" DATE NOT NULL,
  "number" INTEGER NOT NULL,
  "bytes" BYTEA NOT NULL,

  CONSTRAINT "dump_chunk_pkey" PRIMARY KEY ("date", "number"),
  CONSTRAINT "dump_chunk_date_fkey" FOREIGN KEY ("date") REFERENCES "dump"("date") ON DELETE CASCADE ON UPDATE NO ACTION
);
-- The bytes are compressed already.
ALTER TABLE "dump_chunk" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
