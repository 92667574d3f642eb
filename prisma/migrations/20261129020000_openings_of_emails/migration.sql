-- What names an email in a list beside its subject. Part of its content: erased with it.

-- AlterTable
ALTER TABLE "emails" ADD COLUMN     "preheader" TEXT,
ADD COLUMN     "title" TEXT;
