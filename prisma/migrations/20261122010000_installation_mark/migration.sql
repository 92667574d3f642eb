-- Which installation this database is. The same text lies in its object store: what sweeps a store compares the two.

-- CreateTable
CREATE TABLE "installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "mark" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

-- There is one.
ALTER TABLE "installation" ADD CONSTRAINT "installation_id_check" CHECK ("id" = 1);
